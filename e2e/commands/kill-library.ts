import { expect } from '@playwright/test'
import { readProcesses } from './read-processes'

const nodeService = '--utility-sub-type=node.mojom.NodeService'

/** For an app without a running sandbox, which is a process of the same kind. Resolves when the process is gone. */
export async function killLibrary({ pid }: { readonly pid: number }): Promise<void> {
  const libraries = async () =>
    (await readProcesses(pid)).filter(({ commandLine }) => commandLine.includes(nodeService))
  await expect.poll(libraries).toHaveLength(1)
  const [library] = await libraries()
  process.kill(library?.pid ?? 0, 'SIGKILL')
  await expect.poll(async () => (await libraries()).map(({ pid: other }) => other)).not.toContain(library?.pid)
}
