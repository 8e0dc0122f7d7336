package builtin

import (
	"maps"

	"github.com/toolgen/toolgen/builtin/internal/habits"
	"github.com/toolgen/toolgen/runtime"
)

// Counterparts returns names of tools that models know from other programs, with the built-in
// tools that do the same. [New] adds them to Options.Runtime.Counterparts. Names that differ only
// in case, hyphens and underscores are one name: "Read" is not in the map, because "read" is. The
// caller may change the map.
func Counterparts() map[string][]string {
	names := make(map[string][]string)
	for _, row := range counterparts {
		for _, name := range row.names {
			names[name] = row.tools
		}
	}
	return names
}

// counterparts are names of tools in other programs, with the built-in tools that do the same.
var counterparts = []struct{ names, tools []string }{
	{[]string{"read", "cat", "view", "open", "open_file", "view_file", "file_read", "get_file_contents", "read_many_files", "notebook_read", "head", "tail", "read_text_file", "read_multiple_files", "read_media_file", "view_image"}, []string{"read_file"}},
	{[]string{"write", "create", "create_file", "file_write", "save_file", "new_file", "write_to_file"}, []string{"write_file"}},
	{[]string{"edit", "multi_edit", "edit_file", "update_file", "replace", "replace_in_file", "search_replace", "str_replace", "apply_diff", "apply_patch", "insert", "sed", "notebook_edit"}, []string{"patch_file"}},
	{[]string{"str_replace_editor", "str_replace_based_edit_tool", "text_editor", "editor"}, []string{"patch_file", "write_file", "read_file"}},
	{[]string{"move", "mv", "move_file", "rename", "rename_file", "delete", "rm", "delete_file", "remove", "remove_file", "unlink", "undo", "undo_edit"}, []string{"manage_file"}},
	{[]string{"grep", "rg", "ripgrep", "search", "grep_search", "search_code", "code_search", "search_file_content", "search_text", "codebase_search", "grep_files"}, []string{"search_files"}},
	{[]string{"glob", "ls", "dir", "tree", "find", "find_files", "list", "list_dir", "list_directory", "file_search", "directory_tree", "list_directory_with_sizes", "get_file_info"}, []string{"list_files"}},
	{[]string{"bash", "sh", "shell", "exec", "execute", "run", "run_command", "run_shell_command", "execute_command", "run_terminal_cmd", "local_shell", "python", "command", "exec_command", "git", "git_status", "git_diff", "git_diff_unstaged", "git_diff_staged", "git_log", "git_show", "git_add", "git_commit", "git_branch", "git_checkout", "git_reset"}, []string{"terminal"}},
	{[]string{"web_fetch", "fetch", "fetch_page", "get_url", "curl", "wget", "http_get", "read_url"}, []string{"fetch_url"}},
	{[]string{"google", "google_search", "internet_search", "search_web", "brave_search"}, []string{"web_search"}},
	{[]string{"browser_navigate", "navigate", "goto", "open_url"}, []string{"browser_open", "fetch_url"}},
	{[]string{"browser_fill", "browser_fill_form", "browser_input", "browser_select_option", "browser_select"}, []string{"browser_type"}},
	{[]string{"browser_take_screenshot", "screenshot"}, []string{"browser_screenshot"}},
	{[]string{"browser_hover", "browser_drag", "browser_drag_and_drop", "browser_right_click", "browser_double_click", "browser_handle_dialog", "browser_mouse_click_xy", "click"}, []string{"browser_click"}},
	{[]string{"browser_wait_for", "browser_wait", "browser_find", "browser_read", "browser_get_text", "browser_content", "browser_observe"}, []string{"browser_snapshot"}},
	{[]string{"browser_press_key", "browser_key"}, []string{"browser_press"}},
	{[]string{"browser_console_messages", "browser_network_requests", "browser_network"}, []string{"browser_console"}},
	{[]string{"browser_file_upload", "browser_upload", "browser_download"}, []string{"browser_file"}},
	{[]string{"browser_navigate_back", "browser_go_back"}, []string{"browser_back"}},
	{[]string{"kanban_update", "kanban_edit", "kanban_assign", "kanban_comment", "kanban_archive", "kanban_delete"}, []string{"kanban_move"}},
	{[]string{"kanban_create", "create_ticket", "add_ticket"}, []string{"kanban_add"}},
	{[]string{"kanban_get", "kanban_show", "kanban_search", "kanban_board", "list_tickets"}, []string{"kanban_list"}},
	{[]string{"todo_complete", "todo_remove", "todo_delete", "todo_edit", "todo_set_status"}, []string{"todo_update"}},
	{[]string{"memory_search", "memory_list", "memory_get", "memory_recall", "search_memory", "search_nodes", "open_nodes", "read_graph"}, []string{"memory_read"}},
	{[]string{"memory_append", "memory_delete", "memory_set", "memory_save", "memory_store", "forget", "create_entities", "add_observations", "add_memory"}, []string{"memory_write"}},
	{[]string{"kill_shell", "kill_bash", "kill_process", "terminal_stop", "terminal_output", "terminal_list", "list_processes"}, []string{"terminal_read"}},
	{[]string{"run_in_background", "terminal_background", "start_process"}, []string{"terminal_start"}},
	{[]string{"copy_file", "cp", "make_directory", "mkdir", "create_directory"}, []string{"terminal"}},
	{[]string{"test", "tests", "run_test", "go_test", "pytest"}, []string{"run_tests"}},
	{[]string{"diagnostics", "get_diagnostics", "get_errors", "build", "check"}, []string{"typecheck", "lint"}},
	{[]string{"todo_write", "update_plan", "write_todos"}, []string{"todo_update", "todo_add"}},
	{[]string{"todo_read", "read_todos"}, []string{"todo_list"}},
	{[]string{"remember", "save_memory", "memory"}, []string{"memory_write", "memory_read"}},
	{[]string{"recall", "read_memory"}, []string{"memory_read"}},
	{[]string{"agent", "sub_agent", "dispatch_agent"}, []string{"task"}},
	{[]string{"time", "get_time", "get_current_time", "date", "now"}, []string{"current_time"}},
	{[]string{"skill", "read_skill", "load_skill"}, []string{"get_skill"}},
	{[]string{"bash_output", "get_terminal_output", "read_output"}, []string{"terminal_read", "read_result"}},
	{[]string{"get_output", "read_more"}, []string{"read_result"}},
}

// withCounterparts returns the names that the application gave, and those of Counterparts without
// those that the application gave.
func withCounterparts(given map[string][]string) map[string][]string {
	names := Counterparts()
	maps.Copy(names, given)
	return names
}

// RewriteArguments returns the arguments that a model meant, for arguments of a built-in tool that
// are not valid but usual in other programs, such as {"view_range": [1, 5]} of read_file. It returns
// an empty string for others. [New] sets Options.Runtime.Rewrite to it.
func RewriteArguments(tool *runtime.Tool, args string) string {
	return habits.Rewrite(tool.Name, tool.Input, args)
}

// withHabits returns a function that calls the application's function, which may be nil, and
// RewriteArguments if that one has no translation.
func withHabits(given func(*runtime.Tool, string) string) func(*runtime.Tool, string) string {
	if given == nil {
		return RewriteArguments
	}
	return func(tool *runtime.Tool, args string) string {
		if rewritten := given(tool, args); rewritten != "" {
			return rewritten
		}
		return RewriteArguments(tool, args)
	}
}
