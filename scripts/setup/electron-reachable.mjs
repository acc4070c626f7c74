/**
 * A firewall that drops packets would make Electron's installer wait for minutes, several times over. So this check
 * first looks up the name and opens a connection, with a short limit. With a proxy or a mirror configured it can't
 * tell, and the installer runs.
 */
import net from 'node:net'

const host = 'github.com'
const limitMs = 8000
const saysNothing =
  /^(https?_proxy|all_proxy|global_agent_https?_proxy|electron_mirror|npm_config_electron_mirror|npm_config_https?_?proxy)$/i

export const isDownloadRedirected = (env) => Object.keys(env).some((name) => saysNothing.test(name) && env[name])

/** Electron's installer uses a proxy of the environment only where it is told to. */
export const downloadEnvironment = (env) =>
  Object.keys(env).some((name) => /^https?_proxy$/i.test(name) && env[name])
    ? { ...env, ELECTRON_GET_USE_PROXY: 'true' }
    : env

export async function canReachDownloads(env = process.env) {
  if (isDownloadRedirected(env)) return true
  return new Promise((resolve) => {
    const socket = net.connect({ host, port: 443 })
    const finish = (isReachable) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(isReachable)
    }
    // The socket's own timeout does not cover DNS waits inside connect.
    const timer = setTimeout(() => finish(false), limitMs)
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}
