-- In Neovim, with a file of a flawed project open: notes what is shown, makes the first code action at a finding, and
-- notes what is shown then.
local rule = vim.env.RULE

local function shown()
  return vim.tbl_map(function(one)
    return { rule = one.code or one.user_data.lsp.code, line = one.lnum + 1, text = one.message, source = one.source }
  end, vim.diagnostic.get(0))
end

local function place()
  for _, one in ipairs(vim.diagnostic.get(0)) do
    if (one.code or one.user_data.lsp.code) == rule then
      return { one.lnum + 1, one.col }
    end
  end
end

local result = { titles = {} }
local is_there = vim.wait(120000, function() return place() ~= nil end, 50)
result.before = shown()
if is_there then
  vim.ui.select = function(items, options, choose)
    result.titles = vim.tbl_map(options.format_item, items)
    choose(items[1], 1)
  end
  vim.api.nvim_win_set_cursor(0, place())
  vim.lsp.buf.code_action()
  vim.wait(120000, function() return place() == nil end, 50)
end
result.after = shown()
result.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
vim.fn.writefile({ vim.fn.json_encode(result) }, vim.env.RESULT)
vim.cmd('qall!')
