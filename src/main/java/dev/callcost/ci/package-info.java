/** Rows of a report as services of continuous integration read them: test cases in JUnit's XML, and annotations of GitHub Actions. */
package dev.callcost.ci;
