package browser

import "time"

// UploadAfter copies a file of some bytes to a Chromium with a directory, which has copies of other files.
func UploadAfter(directory string, uploads int, uploadedBytes int64, size int) error {
	c := chromium{directory: directory, uploads: uploads, uploadedBytes: uploadedBytes}
	_, err := c.keepUpload("x", make([]byte, size))
	return err
}

// ScaleTimeouts multiplies the time limits of Chromium's answers, for machines
// that run many tests at a time. Tests call it before they start Chromium.
func ScaleTimeouts(factor time.Duration) {
	for _, limit := range []*time.Duration{&actionTimeout, &snapshotTimeout, &hangTimeout, &startTimeout, &makeTimeout, &identifyTime, &healthTimeout} {
		*limit *= factor
	}
}
