import { expect, type Locator } from '@playwright/test'
import { readProcesses, type SystemProcess } from './read-processes'

const nodeService = '--utility-sub-type=node.mojom.NodeService'

interface App {
  readonly pid: number
}

const librariesOf = async ({ pid }: App): Promise<readonly SystemProcess[]> =>
  (await readProcesses(pid)).filter(({ commandLine }) => commandLine.includes(nodeService))

/** For an app without a running sandbox, which is a process of the same kind. Resolves when the process is gone. */
export async function killLibrary(app: App): Promise<void> {
  await expect.poll(() => librariesOf(app)).toHaveLength(1)
  const [library] = await librariesOf(app)
  if (library === undefined) throw new Error('The library has ended by itself.')
  process.kill(library.pid, 'SIGKILL')
  await expect.poll(async () => (await librariesOf(app)).map(({ pid }) => pid)).not.toContain(library.pid)
}

/**
 * Kills the library until the app gives it up and shows this dialog: after three kills within a minute, so at most three
 * times. A kill before that counts only if the machine was quick enough.
 */
export async function killUntilStopped(app: App, stopped: Locator): Promise<void> {
  for (let kills = 0; kills < 3; kills += 1) {
    await killLibrary(app)
    const isOver = () => stopped.isVisible()
    await expect.poll(async () => (await isOver()) || (await librariesOf(app)).length > 0).toBe(true)
    if (await isOver()) return
  }
  await expect(stopped).toBeVisible()
}
