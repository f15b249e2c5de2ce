package dev.callcost.cli;

/** The formats in which {@code report} and {@code history} print. */
enum ReportFormat {
    text,
    markdown,
    html
}
