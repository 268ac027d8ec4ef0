"""What is run beside the build: the server, the PDF, the audit, the browser they share."""
