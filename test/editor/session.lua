-- What a user does in Neovim, by its own client: opens a broken XTA file, an XML model and a file of queries, sees faults, completes,
-- jumps and renames. What was seen is written as JSON for the test to judge.
local folder, node, program = os.getenv("FOLDER"), os.getenv("NODE"), os.getenv("PROGRAM")
local seen = {}

local function open(name)
  vim.cmd("edit " .. folder .. "/" .. name)
  local client = vim.lsp.start_client({ name = "zonal", cmd = { node, program, "lsp" }, root_dir = folder })
  vim.lsp.buf_attach_client(0, client)
  vim.wait(20000, function()
    local running = vim.lsp.get_client_by_id(client)
    return running ~= nil and running.initialized == true
  end, 20)
  return client
end

local function until_true(check)
  return vim.wait(20000, check, 20)
end

local function lines()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

-- Puts the cursor on the given letter of a text's first occurrence.
local function go(text, into)
  vim.fn.cursor(1, 1)
  vim.fn.search("\\V" .. vim.fn.escape(text, "\\"), "c")
  vim.fn.cursor(vim.fn.line("."), vim.fn.col(".") + into)
end

local function ask(method, extra)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), extra or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  for _, answer in pairs(answers) do return answer.result end
end

-- A broken file: the fault is seen, mended by typing, and gone.
open("train.xta")
until_true(function() return #vim.diagnostic.get(0) > 0 end)
seen.faults = vim.tbl_map(function(d) return { line = d.lnum + 1, message = d.message } end, vim.diagnostic.get(0))
vim.cmd("%s/nobody/y/")
local function errors() return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) end
until_true(function() return #errors() == 0 end)
seen.left = #errors()

go("guard y", 6)
seen.completed = vim.tbl_map(function(item) return item.label end, ask("textDocument/completion"))

go("y > N", 4)
vim.lsp.buf.definition()
until_true(function() return vim.fn.line(".") == 1 end)
seen.jumped = { line = vim.fn.line("."), column = vim.fn.col(".") }

-- Whatever else the server offers, as this client sends it.
local function asked(method, extra)
  local result = ask(method, extra)
  if result == nil or result == vim.NIL then return 0 end
  return vim.tbl_islist(result) and #result or 1
end
local whole = { start = { line = 0, character = 0 }, ["end"] = { line = vim.fn.line("$"), character = 0 } }
seen.answers = {
  references = asked("textDocument/references", { context = { includeDeclaration = true } }),
  highlights = asked("textDocument/documentHighlight"),
  symbols = asked("textDocument/documentSymbol"),
  workspace = asked("workspace/symbol", { query = "Near" }),
  folds = asked("textDocument/foldingRange"),
  selection = asked("textDocument/selectionRange", { positions = { { line = 6, character = 28 } } }),
  tokens = asked("textDocument/semanticTokens/full"),
  formatting = asked("textDocument/formatting", { options = { tabSize = 2, insertSpaces = true } }),
  hints = asked("textDocument/inlayHint", { range = whole }),
  actions = asked("textDocument/codeAction", { range = whole, context = { diagnostics = {} } }),
}
go("twice(N", 6)
seen.answers.signature = asked("textDocument/signatureHelp")
go("int twice", 4)
local item = ask("textDocument/prepareCallHierarchy")[1]
seen.answers.callers = asked("callHierarchy/incomingCalls", { item = item })
go("int doubled", 4)
seen.answers.called = asked("callHierarchy/outgoingCalls", { item = ask("textDocument/prepareCallHierarchy")[1] })
go("small s", 6)
seen.answers.type = asked("textDocument/typeDefinition")
go("const int N", 10)

vim.lsp.buf.rename("count")
until_true(function() return lines():find("count") ~= nil end)
seen.renamed = lines()

-- An XML model: a fault inside a label, and a name inside one.
vim.cmd("silent! write!")
open("train.xml")
until_true(function() return #vim.diagnostic.get(0) > 0 end)
seen.inside = vim.tbl_map(function(d) return { line = d.lnum + 1, message = d.message } end, vim.diagnostic.get(0))
go("y &lt;= N", 8)
local hover = ask("textDocument/hover")
seen.hover = hover and hover.contents.value or ""

-- A query is asked from the line above it, and its run opened.
vim.cmd("%s/ &amp;&amp; nothing//")
until_true(function() return #errors() == 0 end)
local function lenses()
  return vim.tbl_map(function(lens) return lens.command.title end, ask("textDocument/codeLens"))
end
seen.before = lenses()
local uri = vim.uri_from_bufnr(0)
seen.verdict = ask("workspace/executeCommand", { command = "zonal.verify", arguments = { uri, 0 } })
seen.after = lenses()
local trace = ask("workspace/executeCommand", { command = "zonal.openTrace", arguments = { uri, 0 } })
seen.trace = table.concat(vim.fn.readfile(vim.uri_to_fname(trace)), "\n")

-- A file of queries, about the model of its name: a fault with what was meant, and where a name leads.
vim.cmd("silent! write!")
open("train.q")
until_true(function() return #vim.diagnostic.get(0) > 0 end)
seen.asked = vim.tbl_map(function(d) return { line = d.lnum + 1, message = d.message } end, vim.diagnostic.get(0))
vim.cmd("%s/Trian/Train/")
until_true(function() return #errors() == 0 end)
go("y >= 2", 0)
vim.lsp.buf.definition()
until_true(function() return vim.fn.expand("%:t") == "train.xml" end)
seen.led = { file = vim.fn.expand("%:t"), line = vim.fn.line(".") }

vim.fn.writefile({ vim.fn.json_encode(seen) }, folder .. "/seen.json")
vim.cmd("qall!")
