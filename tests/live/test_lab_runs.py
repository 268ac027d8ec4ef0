"""Runs of the lab in its page: what is predicted, computed, shown and judged."""

import pytest
from playwright.sync_api import expect

from fivelines import MLP, fuse, make_moons
from support.lab_page import button, loss, run_all, shown

pytestmark = pytest.mark.xdist_group("lab")


@pytest.fixture(scope="module")
def reference():
    """The losses and the numbers of right points of the chapter's run, from the package."""
    X, labels = make_moons()
    X, targets = X.tolist(), (2 * labels - 1).tolist()
    model = MLP(2, [8, 1], seed=1)
    mean_loss = fuse(lambda model, x, target: (model(x).tanh() - target) ** 2)
    losses, right = [], []
    for _ in range(201):
        now = mean_loss(model, X, targets)
        losses.append(now.data)
        right.append(sum((model(x).data > 0) == (t > 0) for x, t in zip(X, targets, strict=True)))
        model.zero_grad()
        now.backward()
        for p in model.parameters():
            p.data -= 0.5 * p.grad
    return losses, right


def test_it_trains_and_agrees_with_the_package_at_each_step_looked_at(open_lab, reference):
    page = open_lab()
    losses, right = reference
    page.get_by_label("converges").check()
    for step in range(201):
        if step in (0, 10, 50, 200):
            assert loss(page) == pytest.approx(losses[step], rel=0, abs=1e-12)
            assert shown(page, "loss") == f"{losses[step]:.4f}"
            assert shown(page, "step") == str(step)
            assert shown(page, "right") == f"{right[step]} of 100"
        if step == 10:  # by hand so far; the rest by itself
            button(page, "Play").click()
        if step < 10:
            button(page, "One step").click()
        elif step < 200:
            page.clock.run_for(16)
    assert loss(page) < 0.1
    expect(page.locator(".lab-verdict")).to_have_text(
        "You expected that the loss converges, and so it does. "
        f"It ends at {losses[200]:.4f} and started at {losses[0]:.4f}."
    )


def test_learning_rate_ten_saturates(open_lab):
    page = open_lab()
    page.locator("#lab-lr").fill("24")
    assert shown(page, "lr") == "10"
    run_all(page, "explodes")
    assert 1 < loss(page) < 4
    expect(page.locator(".lab-verdict")).to_contain_text("It climbs.")
    expect(page.locator(".lab-verdict")).to_contain_text("the run is stuck")
    expect(page.locator(".lab-verdict")).to_contain_text("it cannot explode")


def test_a_reader_predicts_first(open_lab):
    page = open_lab()
    for name in ("Play", "One step"):
        button(page, name).click()
        page.clock.run_for(500)
        assert shown(page, "step") == "0"
        expect(page.locator(".lab-first")).to_have_text("First choose what you expect.")
        expect(page.get_by_label("converges")).to_be_focused()
    page.get_by_label("climbs").check()
    expect(page.locator(".lab-first")).to_have_text("")
    button(page, "One step").click()
    expect(page.get_by_label("converges")).to_be_disabled()
    page.locator("#lab-seed").fill("2")  # another run, another guess
    assert shown(page, "step") == "0"
    expect(page.get_by_label("climbs")).not_to_be_checked()
    run_all(page)
    expect(button(page, "Play")).to_have_attribute("aria-disabled", "true")
    button(page, "Play").click(force=True)
    expect(page.locator(".lab-verdict")).to_contain_text("Reset begins a new run.")
    assert shown(page, "step") == "200"


def test_a_seed_that_is_none_does_no_harm(open_lab):
    page = open_lab()
    for typed, seed in [("", 0), ("-5", 0), ("12.7", 12), ("123456789", 9999)]:
        page.locator("#lab-seed").fill(typed)
        expect(page.locator('[data-out="python"]')).to_contain_text(f"seed={seed})")
    run_all(page)
    assert loss(page) < 1


def test_the_five_lines_show_what_was_changed_and_what_they_did(open_lab):
    page = open_lab()
    lines = page.locator(".lab-lines")
    assert lines.locator("del, ins").count() == 0
    page.get_by_label("forget zero_grad").check()
    page.get_by_label("flip the sign").check()
    expect(lines.locator("del")).to_have_text("model.zero_grad()")
    expect(lines.locator("ins")).to_have_text("+=")
    page.get_by_label("climbs").check()
    button(page, "One step").click()
    for note in (
        "step 1 of 200",
        "0.5765",
        "left out",
        "gradient of length",
        "33 of them",
        "uphill",
    ):
        expect(lines).to_contain_text(note)
    button(page, "Play").click()
    expect(page.locator(".lab-running")).to_have_count(1)
    button(page, "Pause").click()
    expect(page.locator(".lab-running")).to_have_count(0)
    page.get_by_label("forget zero_grad").uncheck()
    page.get_by_label("flip the sign").uncheck()
    assert lines.locator("del, ins").count() == 0


@pytest.mark.parametrize("number", ["Infinity", "NaN"])
def test_a_run_whose_numbers_break_is_shown_as_such(open_lab, number):
    def broken(route):
        text = route.fetch().text()
        assert "return [total / n" in text
        # The last bias is 0 until the first step.
        text = text.replace(
            "return [total / n", f"return [parameters.at(-1) ? {number} : total / n"
        )
        route.fulfill(body=text, content_type="text/javascript")

    page = open_lab(routes={"networks.js": broken})
    page.clock.run_for(1500)
    run_all(page, "explodes")
    page.clock.run_for(1500)
    assert shown(page, "step") == "1"
    assert shown(page, "loss") == {"Infinity": "inf", "NaN": "nan"}[number]
    expect(page.locator(".lab-verdict")).to_have_text(
        "You expected that the loss explodes, and so it does. "
        "At step 1 the numbers are no longer finite."
    )
    expect(page.locator(".lab-status")).to_contain_text("no boundary to draw")
    button(page, "Reset").click()
    assert shown(page, "loss") == "0.5765"
