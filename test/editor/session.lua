-- What a user does in Neovim, by its own client: opens a broken XTA file and an XML model, sees faults, completes, jumps and
-- renames. What was seen is written as JSON for the test to judge.
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

vim.fn.writefile({ vim.fn.json_encode(seen) }, folder .. "/seen.json")
vim.cmd("qall!")
