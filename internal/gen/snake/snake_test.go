package snake_test

import (
	"testing"

	"github.com/toolgen/toolgen/internal/gen/snake"
)

func TestCase(t *testing.T) {
	tests := []struct{ reason, name, want string }{
		{"one word", "Search", "search"},
		{"two words", "SearchNotes", "search_notes"},
		{"an initialism", "HTTP", "http"},
		{"an initialism before a word", "HTTPGet", "http_get"},
		{"an initialism after a word", "GetURL", "get_url"},
		{"an initialism between words", "GetHTTPServer", "get_http_server"},
		{"digits belong to the word before", "SHA256Sum", "sha256_sum"},
		{"digits at the end", "Base64", "base64"},
		{"an unexported name", "findAll", "find_all"},
		{"underscores stay single", "Find_All", "find_all"},
		{"one letter", "X", "x"},
		{"a letter and a word", "ATool", "a_tool"},
		{"plural of an initialism", "GetIDs", "get_ids"},
		{"plural of an initialism before a word", "GetURLsByName", "get_urls_by_name"},
		{"letters beyond ASCII", "ÜberÄrger", "über_ärger"},
		{"a word with a capital letter inside", "CreateGitHubIssue", "create_github_issue"},
		{"the same as a parameter", "gitHubIssue", "github_issue"},
		{"the same in the plural", "ListGitHubs", "list_githubs"},
		{"the same with a number", "OAuth2Token", "oauth2_token"},
		{"a number inside", "GetIPv4Address", "get_ipv4_address"},
		{"capital letters at the end of the word", "QueryPostgreSQL", "query_postgresql"},
		{"the same before an initialism", "MySQLDBName", "mysql_db_name"},
		{"a word that only begins alike", "GitHubbub", "git_hubbub"},
		{"an initialism before a word that makes it another one", "IOStream", "io_stream"},
		{"a word of the table in lower case first", "IOSVersion", "ios_version"},
		{"initialisms in a row", "JSONAPI", "json_api"},
		{"initialisms in a row before a word", "HTTPAPIKey", "http_api_key"},
		{"the longest initialism first", "GetHTTPSURL", "get_https_url"},
		{"capital letters that only begin alike", "IDLE", "idle"},
		{"a plural before a size", "HTTPServerURLs2x", "http_server_urls_2x"},
		{"a size", "Scale2x", "scale_2x"},
		{"a dimension", "Render3DModel", "render_3d_model"},
		{"a number that is part of a name", "Sum2Numbers", "sum2_numbers"},
		{"one letter and a number", "S3Bucket", "s3_bucket"},
		{"an underscore at the beginning", "_x", "_x"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if got := snake.Case(test.name); got != test.want {
				t.Errorf("%s becomes %s, want %s", test.name, got, test.want)
			}
		})
	}
}
