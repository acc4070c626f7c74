// A start that was asked to show the sandbox, whatever was open before.
import type { Log } from '../shell/log'
import type { ActiveWorkspace } from './active-workspace'
import type { Environments } from './environments'

export interface StartInSandboxDeps {
  readonly environments: Pick<Environments, 'exploreSandbox'>
  readonly active: Pick<ActiveWorkspace, 'activate'>
  readonly log: Pick<Log, 'defect'>
}

/** Gives what the person is to be told where it could not be started; the app goes on without it. */
export async function startInSandbox({ environments, active, log }: StartInSandboxDeps): Promise<readonly string[]> {
  try {
    const { workspace } = await environments.exploreSandbox({}, { signal: new AbortController().signal })
    await active.activate(workspace)
    return []
  } catch (defect) {
    log.defect('starting with the sandbox', defect)
    return ['The sandbox could not be started. Try again from the start page.']
  }
}
