package habits

// habit is what models write from the habits of other programs: arguments that a tool
// does not have, and their translation. A habit that is only another name is an alias
// in the struct of the arguments.
type habit struct {
	tools string // names, separated by spaces
	// apply changes the object. It returns false for a value that it cannot translate.
	apply func(o *object) bool
}

// table are the habits, in the order in which they are applied. Names are in snake
// case: "-A" and "maxResults" are "a" and "max_results".
var table = []habit{
	// read_file: Anthropic's text editor, Cursor, SWE-agent, the servers of MCP
	{"read_file", rename("view_range range line_range lines", lineRange)},
	{"read_file", rename("head", as("limit"))},
	{"read_file", rename("line_number line", as("start_line"))},
	{"read_file", drop("should_read_entire_file read_entire_file full", "true", "false")},
	{"read_file write_file patch_file", drop("encoding", `"utf-8"`, `"utf8"`, `"UTF-8"`)},
	{"read_file", drop("command", `"view"`)},
	// write_file and patch_file
	{"write_file", drop("command", `"create"`, `"write"`)},
	{"write_file", drop("overwrite create_directories create_dirs create_parents", "true")},
	{"write_file", drop("mode", `"w"`, `"overwrite"`, `"rewrite"`)},
	{"patch_file", drop("command", `"str_replace"`, `"replace"`, `"edit"`)},
	{"patch_file", drop("dry_run", "false")},
	{"patch_file", rename("allow_multiple global", as("replace_all"))},
	{"manage_file", rename("operation command op", as("action"))},
	// search_files: the options of grep, Claude Code, Cursor, VS Code
	{"search_files", searchExpression},
	{"search_files", rename("a b c after_context before_context context_before context_after lines_before lines_after", contextLines)},
	{"search_files", rename("a b c after_context before_context context_before context_after lines_before lines_after", contextLines)},
	{"search_files", contextAfter},
	{"search_files", rename("i", as("ignore_case"))},
	{"search_files", rename("case_sensitive match_case", opposite("ignore_case"))},
	{"search_files", drop("n line_numbers show_line_numbers recursive r", "true")},
	{"search_files", drop("multiline whole_word offset", "false", "0")},
	{"search_files", rename("type file_type language", globOfType)},
	{"search_files", rename("output_mode", as("mode"))},
	{"search_files", rename("files_with_matches files_only l count", flag("mode", "counts"))},
	{"search_files", joined("glob include include_pattern file_pattern includes", "glob", ",")},
	{"search_files list_files", joined("exclude exclude_pattern exclude_patterns excludes ignore ignore_patterns ignore_globs", "exclude", ",")},
	{"search_files list_files", onlyOne("paths directories dirs target_directories", "path")},
	// list_files
	{"list_files", rename("recursive", recursive)},
	{"list_files", drop("show_sizes include_sizes respect_gitignore respect_git_ignore case_sensitive", "true")},
	// terminal: Codex, Claude Code, Cursor
	{"terminal terminal_start", commandLine},
	{"terminal terminal_start", drop("run_in_background is_background background with_escalated_permissions require_user_approval tty", "false")},
	{"terminal terminal_start", drop("login", "*bool")},
	{"terminal", rename("timeout_ms timeout_millis", seconds(true, "timeout_seconds"))},
	{"terminal run_tests lint typecheck", rename("timeout", seconds(false, "timeout_seconds"))},
	{"terminal_read", rename("block", blocking)},
	{"terminal_read", rename("timeout_ms yield_time_ms", seconds(true, "wait_seconds"))},
	{"terminal_read", rename("timeout", seconds(false, "wait_seconds"))},
	{"terminal_read", rename("action command", terminalAction)},
	// run_tests, lint and typecheck
	{"run_tests", testTarget},
	{"run_tests lint typecheck", joined("target targets path paths file files package packages pattern patterns test tests test_name test_names names", "target", "|")},
	{"run_tests", rename("count", freshCount)},
	{"run_tests lint typecheck", drop("verbose v")},
	{"lint typecheck", drop("fix", "false")},
	// lists and boards: Claude Code's TodoWrite, Codex's update_plan
	{"todo_add", todoItems},
	{"todo_update", rename("completed done complete finished", completed)},
	{"todo_update", rename("todos items changes plan tasks", as("updates"))},
	{"todo_update", rename("item_id todo_id task_id number index item", as("id"))},
	{"todo_update", rename("state column new_status to_status", as("status"))},
	{"todo_update", severalIDs},
	{"todo_update", drop("active_form priority")},
	{"todo_list todo_clear kanban_list current_time browser_snapshot browser_back browser_close", drop("random_string dummy")},
	{"kanban_add kanban_move kanban_list", rename("state column new_status to_status to_column target_status to", as("status"))},
	{"kanban_move", rename("ticket_id ticket number ticket_number", as("id"))},
	{"kanban_move", rename("from from_column expected_status", as("from_status"))},
	{"kanban_list", rename("id ticket ticket_id number", ticketQuery)},
	// memory: Anthropic's memory tool
	{"memory_write", rename("command operation mode", as("action"))},
	{"memory_read", drop("command", `"view"`, `"read"`)},
	// the web and the browser: the server of MCP for Playwright, Claude Code's WebFetch
	{"fetch_url", rename("raw", flag("format", "raw"))},
	{"fetch_url", drop("prompt", "*text")},
	{"fetch_url", drop("start_index", "0")},
	{"fetch_url", drop("max_length")},
	{"browser_click browser_type browser_press browser_scroll browser_file", reference},
	{"browser_click", rename("coordinate coordinates position", coordinate)},
	{"browser_click", rename("button", button)},
	{"browser_click", rename("double_click", flag("action", "double"))},
	{"browser_click", drop("modifiers", "[]")},
	{"browser_type", onlyOne("values options", "text")},
	{"browser_type", drop("slowly clear", "*bool")},
	{"browser_console", rename("only_errors", flag("level", "error"))},
	{"browser_screenshot", drop("type", `"png"`)},
	{"browser_snapshot", rename("text", as("wait_for"))},
	// read_result
	{"read_result", characterRange},
}

// remarks are arguments in which a model says why it calls a tool. A tool that does not
// have them loses nothing without them.
const remarks = "explanation description thought thoughts reason reasoning justification purpose instructions instruction active_form tool_summary"

// words are other words for the values of an argument.
var words = []struct{ tools, argument, words, value string }{
	{"todo_update", "status", "done complete finished closed resolved", "completed"},
	{"todo_update", "status", "doing started active inprogress working wip current", "in_progress"},
	{"todo_update", "status", "open todo to_do not_started new", "pending"},
	{"todo_update", "status", "canceled skipped dropped removed abandoned", "cancelled"},
	{"kanban_add kanban_move kanban_list", "status", "completed complete finished closed resolved", "done"},
	{"kanban_add kanban_move kanban_list", "status", "doing started active inprogress wip", "in_progress"},
	{"kanban_add kanban_move kanban_list", "status", "to_do ready", "todo"},
	{"kanban_add kanban_move kanban_list", "status", "in_review reviewing", "review"},
	{"kanban_add kanban_move kanban_list", "status", "archive", "archived"},
	{"kanban_add", "status", "new open", "backlog"},
	{"kanban_move", "from_status", "completed complete finished closed", "done"},
	{"kanban_move", "from_status", "doing started active inprogress wip", "in_progress"},
	{"kanban_move", "from_status", "to_do", "todo"},
	{"kanban_add kanban_move", "priority", "normal med moderate default", "medium"},
	{"kanban_add kanban_move", "priority", "critical blocker highest", "urgent"},
	{"kanban_add kanban_move", "priority", "minor lowest", "low"},
	{"kanban_add kanban_move", "priority", "major important", "high"},
	{"manage_file", "action", "rename mv", "move"},
	{"manage_file", "action", "remove rm unlink", "delete"},
	{"manage_file", "action", "undo_edit revert", "undo"},
	{"memory_write", "action", "write create save store put update overwrite replace", "set"},
	{"memory_write", "action", "remove forget", "delete"},
	{"search_files", "mode", "content matches", "lines"},
	{"search_files", "mode", "count files_with_matches files files_only", "counts"},
	{"fetch_url", "format", "md", "markdown"},
	{"fetch_url", "format", "html source", "raw"},
	{"fetch_url", "format", "txt plain", "text"},
	{"browser_click", "action", "left left_click", "click"},
	{"browser_click", "action", "double_click dblclick", "double"},
	{"browser_click", "action", "right_click context_menu contextmenu", "right"},
	{"browser_click", "action", "drag_and_drop drop", "drag"},
	{"browser_snapshot", "format", "md text", "markdown"},
	{"browser_console", "level", "errors", "error"},
	{"browser_console", "level", "warn warnings", "warning"},
	{"browser_console", "level", "log debug all", "info"},
	{"lint typecheck run_tests", "kind", "golang", "go"},
	{"lint typecheck run_tests", "kind", "rust", "cargo"},
	{"lint typecheck run_tests", "kind", "node javascript typescript", "npm"},
	{"lint typecheck run_tests", "kind", "py pytest", "python"},
}

// globs are the globs for the types of files that grep programs know.
var globs = []struct{ types, glob string }{
	{"go golang", "*.go"}, {"py python", "*.py"}, {"js javascript", "*.{js,jsx,mjs,cjs}"}, {"ts typescript", "*.{ts,tsx,mts,cts}"}, {"tsx", "*.tsx"}, {"jsx", "*.jsx"},
	{"rust rs", "*.rs"}, {"java", "*.java"}, {"c", "*.{c,h}"}, {"cpp", "*.{cc,cpp,cxx,h,hh,hpp}"}, {"ruby rb", "*.rb"}, {"php", "*.php"}, {"md markdown", "*.{md,markdown}"},
	{"json", "*.json"}, {"yaml yml", "*.{yaml,yml}"}, {"toml", "*.toml"}, {"html", "*.{html,htm}"}, {"css", "*.css"}, {"sh", "*.{sh,bash}"}, {"sql", "*.sql"},
	{"proto", "*.proto"}, {"txt", "*.txt"}, {"swift", "*.swift"}, {"kotlin", "*.{kt,kts}"}, {"xml", "*.xml"},
}
