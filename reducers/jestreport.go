package reducers

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
)

// jestRun is the report of jest --json and of vitest --reporter=json.
type jestRun struct {
	Total   *int `json:"numTotalTests"`
	Failed  int  `json:"numFailedTests"`
	Passed  int  `json:"numPassedTests"`
	Suites  int  `json:"numFailedTestSuites"`
	Results []struct {
		Name       string `json:"name"`
		Status     string `json:"status"`
		Message    string `json:"message"`
		Assertions []struct {
			Name     string   `json:"fullName"`
			Status   string   `json:"status"`
			Messages []string `json:"failureMessages"`
		} `json:"assertionResults"`
	} `json:"testResults"`
}

// expandJestReport replaces the JSON report of jest or vitest, which is one line,
// by the text of the same run. The other lines are kept. A text without a report
// is returned as it is.
func expandJestReport(text string) string {
	if !strings.Contains(text, `"numTotalTests":`) {
		return text
	}
	return eachLine(text, func(line string) string {
		var run jestRun
		if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &run) != nil || run.Total == nil {
			return line
		}
		return strings.TrimSuffix(run.text(), "\n")
	})
}

// text returns the failures and the totals as jest prints them.
func (run *jestRun) text() string {
	var out strings.Builder
	for _, file := range run.Results {
		if file.Status != "failed" {
			continue
		}
		fmt.Fprintf(&out, "FAIL %s\n", file.Name)
		hasFailures := false
		for _, test := range file.Assertions {
			if test.Status == "failed" {
				fmt.Fprintf(&out, "  ● %s\n\n%s\n\n", test.Name, indentLines(strings.Join(test.Messages, "\n")))
				hasFailures = true
			}
		}
		if !hasFailures {
			fmt.Fprintf(&out, "  ● Test suite failed to run\n\n%s\n\n", indentLines(file.Message))
		}
	}
	fmt.Fprintf(&out, "Test Suites: %d failed, %d total\n", run.Suites, len(run.Results))
	fmt.Fprintf(&out, "Tests: %d failed, %d passed, %d total\n", run.Failed, run.Passed, *run.Total)
	out.WriteString(cut.Mark("the JSON around this report", "") + "\n")
	return out.String()
}

// indentLines returns the text with indented lines, so that no line ends the
// failure in the report.
func indentLines(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}
