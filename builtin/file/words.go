package file

import (
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// filePath is the argument that names the file.
const filePath = "file_path"

// invalid is the error of an argument that is wrong in itself.
func invalid(field, format string, args ...any) error {
	err := runtime.Errorf(runtime.InputInvalid, format, args...)
	err.Field = field
	return err
}

// refuse is the error of an argument that does not fit what is there. The reason
// is for programs.
func refuse(field, reason, format string, args ...any) error {
	err := runtime.Errorf(runtime.ExecutionFailed, format, args...)
	err.Field, err.Reason = field, reason
	return err
}

// size is a number of bytes for people, exact below a kilobyte.
func size(bytes int64) string {
	if bytes < 1<<10 {
		return plural(int(bytes), "byte")
	}
	value, units := float64(bytes)/(1<<10), []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for value >= 1<<10 && len(units) > 1 {
		value, units = value/(1<<10), units[1:]
	}
	return fmt.Sprintf("%.1f %s", value, units[0])
}

// plural is a count and its noun.
func plural(count int, noun string) string {
	if count != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", count, noun)
}
