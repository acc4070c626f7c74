/**
 * A firewall that swallows packets would make Electron's installer wait for minutes, several times over. So the
 * name is looked up and a connection opened first, with a short limit. With a proxy or a mirror configured nothing
 * can be said from here, and the installer is asked.
 */
import net from 'node:net'

const host = 'github.com'
const limitMs = 8000
const saysNothing =
  /^(https?_proxy|all_proxy|global_agent_https?_proxy|electron_mirror|npm_config_electron_mirror|npm_config_https?_?proxy)$/i

export const isDownloadRedirected = (env) => Object.keys(env).some((name) => saysNothing.test(name) && env[name])

export async function canReachDownloads(env = process.env) {
  if (isDownloadRedirected(env)) return true
  return new Promise((resolve) => {
    const socket = net.connect({ host, port: 443 })
    const finish = (isReachable) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(isReachable)
    }
    // DNS waits inside connect are not covered by the socket's own timeout.
    const timer = setTimeout(() => finish(false), limitMs)
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}
