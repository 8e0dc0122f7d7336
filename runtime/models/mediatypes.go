package models

const mimePDF = "application/pdf"

// images are the media types of images that OpenAI and Anthropic accept.
var images = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// geminiMedia are the media types that Gemini accepts in inlineData.
var geminiMedia = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/webp": true, "image/heic": true, "image/heif": true,
	"audio/wav": true, "audio/mp3": true, "audio/mpeg": true, "audio/aiff": true, "audio/aac": true, "audio/ogg": true, "audio/flac": true,
	"video/mp4": true, "video/mpeg": true, "video/webm": true, "video/quicktime": true,
	mimePDF: true, "text/plain": true,
}

// isImage reports whether OpenAI and Anthropic accept images of the media type.
func isImage(mime string) bool { return images[mime] }

// isImageOrPDF reports whether OpenAI's responses and Anthropic accept data of
// the media type.
func isImageOrPDF(mime string) bool { return images[mime] || mime == mimePDF }

// isGeminiMedia reports whether Gemini accepts data of the media type.
func isGeminiMedia(mime string) bool { return geminiMedia[mime] }

// acceptsNothing reports false: the API accepts text only.
func acceptsNothing(string) bool { return false }
