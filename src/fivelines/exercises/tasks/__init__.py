"""The tasks: `ex_01_4.py` holds everything about exercise 01.4.

Such a file reads like a page of a workbook. It has a TITLE, the SECTION of the chapter that teaches
it, word for word, the MINUTES that it takes, the TASK, at least three HINTS from a question to
nearly the line, one function marked `@solution`, the wrong answers that people really give, each
marked `@mutant` with the sentence that names the mistake as its docstring, and `check(answer,
rng)`, which yields a Case for each input, small ones first. NEEDS names libraries beyond Python's.
`judge/cases.py` explains a Case; `judge/values.py` has what draws inputs and measures slopes.

The chapter's box, the stub in the notebook and the file in the terminal are made from these.
"""
