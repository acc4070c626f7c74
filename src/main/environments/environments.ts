// The environments of a profile: what is set up, which workspace the next start opens, which environments may be changed.
// Every change pushes the whole list to the page, so that the page never has to work out what else became different.
//
// Begin here: `createEnvironments` puts the parts together. environment-store.ts holds what they share, connecting.ts
// decides about addresses and tokens, known-workspaces.ts about the workspaces that are set up.
import type { Handlers } from '../ipc/handlers'
import type { FindTarget } from '../service/service-client'
import { type Connecting, type ConnectingDeps, createConnecting } from './connecting'
import { createEnvironmentStore, type EnvironmentStore, type EnvironmentStoreDeps } from './environment-store'
import { createFindTarget } from './find-target'
import { createKnownWorkspaces, type KnownWorkspaces } from './known-workspaces'

export interface EnvironmentsDeps extends EnvironmentStoreDeps, Omit<ConnectingDeps, 'store' | 'findTarget'> {}

/** The calls of the contract that are about what is set up, and what the rest of main asks. */
export interface Environments
  extends Pick<Handlers['environments'], 'list' | 'lock' | 'unlock'>,
    Pick<EnvironmentStore, 'announce' | 'isLocked' | 'recheckKeychain'>,
    Connecting,
    KnownWorkspaces {
  readonly findTarget: FindTarget
}

export function createEnvironments(deps: EnvironmentsDeps): Environments {
  const { settings, tokens, keychain, withReview } = deps
  const store = createEnvironmentStore(deps)
  const findTarget = createFindTarget({ settings, tokens, keychain, startSandbox: store.startSandbox })

  return {
    ...createConnecting({ ...deps, store, findTarget }),
    ...createKnownWorkspaces({ store, settings, withReview }),
    list: store.list,
    announce: store.announce,
    isLocked: store.isLocked,
    recheckKeychain: store.recheckKeychain,
    findTarget,
    async unlock({ environment }) {
      store.unlock(environment)
      await store.announce()
      return null
    },
    async lock({ environment }) {
      store.lock(environment)
      await store.announce()
      return null
    },
  }
}
