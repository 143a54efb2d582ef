const MCP_PATH = '/api/mcp';

export function mcpUrl(origin: string): string {
  return origin + MCP_PATH;
}

export function claudeCodeCommand(origin: string): string {
  return `claude mcp add --transport http ringwell ${mcpUrl(origin)} \\
  --header 'Authorization: Bearer YOUR_TOKEN'`;
}

// Claude Desktop only starts local programs. On Windows, it splits arguments at spaces, so this argument has none.
export function claudeDesktopConfig(origin: string): string {
  const ringwell = {
    command: 'npx',
    args: ['-y', 'mcp-remote', mcpUrl(origin), '--header', 'Authorization:${AUTHORIZATION}'],
    env: { AUTHORIZATION: 'Bearer YOUR_TOKEN' },
  };
  return JSON.stringify({ mcpServers: { ringwell } }, null, 2);
}

export function codexConfig(origin: string): string {
  return `# ~/.codex/config.toml
[mcp_servers.ringwell]
url = "${mcpUrl(origin)}"
bearer_token_env_var = "RINGWELL_TOKEN"`;
}

export function openAiExample(origin: string): string {
  return `curl https://api.openai.com/v1/responses \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "model": "YOUR_MODEL",
    "tools": [{
      "type": "mcp",
      "server_label": "ringwell",
      "server_url": "${mcpUrl(origin)}",
      "authorization": "YOUR_TOKEN",
      "require_approval": "never"
    }],
    "input": "What did customers complain about this month?"
  }'`;
}
