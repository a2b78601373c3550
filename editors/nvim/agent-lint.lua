-- agent-lint in Neovim 0.7 and later. Load it from init.lua: dofile('.../agent-lint.lua'). Another command than
-- `agent-lint` on the path: vim.g.agent_lint_command = { 'node', '.../agent-lint.cjs' }. Settings of the server:
-- vim.g.agent_lint = { enable = true, run = 'onType', showBaselined = false }.
local filetypes = {
  'python', 'typescript', 'typescriptreact', 'javascript', 'javascriptreact', 'json', 'jsonc', 'yaml', 'toml', 'markdown',
  'sh', 'http', 'rest', 'env', 'dotenv',
}
local markers = { 'agent-lint.config.yaml', 'agent-lint.config.yml', 'agent-lint.config.json', '.git' }
local settings = vim.g.agent_lint or {}
local config = {
  name = 'agent-lint',
  cmd = vim.list_extend(vim.deepcopy(vim.g.agent_lint_command or { 'agent-lint' }), { 'lsp' }),
  init_options = settings,
  settings = { agentLint = settings },
}

-- 0.11: the configuration can be changed with vim.lsp.config('agent-lint', { ... }).
if vim.lsp.config and vim.lsp.enable then
  config.filetypes = filetypes
  config.root_markers = markers
  vim.lsp.config('agent-lint', config)
  vim.lsp.enable('agent-lint')
  return
end

-- The nearest folder above with a marker, else the folder of the file.
local function root_of(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
  local above = folder
  while true do
    for _, marker in ipairs(markers) do
      if vim.loop.fs_stat(above .. '/' .. marker) then
        return above
      end
    end
    local parent = vim.fn.fnamemodify(above, ':h')
    if parent == above then
      return folder
    end
    above = parent
  end
end

-- 0.7: one client for each root.
local clients = {}
local function attach(buffer)
  local own = vim.tbl_extend('force', config, { root_dir = root_of(buffer) })
  if vim.lsp.start then
    vim.lsp.start(own, { bufnr = buffer })
    return
  end
  local id = clients[own.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(own)
    clients[own.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = filetypes,
  callback = function(event)
    if vim.bo[event.buf].buftype == '' and vim.api.nvim_buf_get_name(event.buf) ~= '' then
      attach(event.buf)
    end
  end,
})
