// The library as the rest of the app asks it: one open store per environment, each call led to the one it is about.
import { AppError } from '../contract/errors'
import type { LibraryApi, LibraryNews, OpenedLibrary } from '../contract/library'
import type { EnvironmentName } from '../contract/workspace'
import type { StoreApi } from './store/context'
import type { Store } from './store/open-store'
import { openReplacedStore } from './store/replaced-store'

export interface Library extends LibraryApi {
  /** For the end of the process: leaves every file at rest. */
  closeAllNow(): void
}

export interface LibraryDependencies {
  readonly now: () => Date
  /** Lines without anything a person wrote. */
  readonly log: (line: string) => void
  /** What the parent has to know without having asked. */
  readonly tell?: (news: LibraryNews) => void
}

export function createLibrary({ now, log, tell }: LibraryDependencies): Library {
  const stores = new Map<EnvironmentName, Store>()

  function find(environment: EnvironmentName): StoreApi {
    const store = stores.get(environment)
    if (store === undefined) throw new AppError('LIBRARY_UNAVAILABLE', 'The library of this environment is not open.')
    return store.api
  }

  function findSync(syncId: string): StoreApi {
    for (const store of stores.values()) if (store.hasSync(syncId)) return store.api
    throw new AppError('LIBRARY_UNAVAILABLE', 'This sync is not under way any more.')
  }

  return {
    async open({ environment, file, key, generation, hadFile = false, requiresReview = false }) {
      const before = stores.get(environment)
      // From memory to the disk: what is in memory must not go before it is in the file.
      const carried = before?.isInMemory && file !== null ? await before.readKept() : undefined
      if (carried === undefined) {
        await before?.close()
        stores.delete(environment)
      }
      const onRebuilt = (opened: OpenedLibrary) => tell?.({ rebuilt: environment, opened })
      const store = openReplacedStore({
        environment,
        file,
        key,
        generation,
        hadFile,
        requiresReview,
        now,
        log,
        onRebuilt,
        ...(carried && { carried }),
      })
      stores.set(environment, store)
      if (carried !== undefined) await before?.close()
      return store.opened
    },
    async close({ environment }) {
      const store = stores.get(environment)
      stores.delete(environment)
      await store?.close()
      return null
    },
    closeAllNow() {
      for (const store of stores.values()) store.closeNow()
      stores.clear()
    },

    beginSync: async (input) => find(input.workspace.environment).beginSync(input),
    appendSync: async (input) => findSync(input.syncId).appendSync(input),
    commitSync: async (input) => findSync(input.syncId).commitSync(input),
    confirmSync: async (input) => findSync(input.syncId).confirmSync(input),
    // Nothing to abort is as good as aborted.
    abortSync: async (input) => {
      for (const store of stores.values()) await store.api.abortSync(input)
      return null
    },
    lastSync: async (input) => find(input.workspace.environment).lastSync(input),
    isQuarantined: async (input) => find(input.workspace.environment).isQuarantined(input),

    queryInsights: async (input) => find(input.workspace.environment).queryInsights(input),
    getInsight: async (input) => find(input.workspace.environment).getInsight(input),
    scoreHistory: async (input) => find(input.workspace.environment).scoreHistory(input),
    queryNews: async (input) => find(input.workspace.environment).queryNews(input),
    getNews: async (input) => find(input.workspace.environment).getNews(input),
    look: async (input) => find(input.workspace.environment).look(input),
    takeBackLook: async (input) => find(input.workspace.environment).takeBackLook(input),
    queryOpportunities: async (input) => find(input.workspace.environment).queryOpportunities(input),
    getOpportunity: async (input) => find(input.workspace.environment).getOpportunity(input),
    previewMarkAllSeen: async (input) => find(input.workspace.environment).previewMarkAllSeen(input),
    queryOutcomes: async (input) => find(input.workspace.environment).queryOutcomes(input),
    getOutcome: async (input) => find(input.workspace.environment).getOutcome(input),
    querySolutions: async (input) => find(input.workspace.environment).querySolutions(input),
    getSolution: async (input) => find(input.workspace.environment).getSolution(input),
    queryFeedback: async (input) => find(input.workspace.environment).queryFeedback(input),
    getFeedback: async (input) => find(input.workspace.environment).getFeedback(input),
    queryKnowledge: async (input) => find(input.workspace.environment).queryKnowledge(input),
    getKnowledge: async (input) => find(input.workspace.environment).getKnowledge(input),
    searchEverything: async (input) => find(input.workspace.environment).searchEverything(input),

    listMetrics: async (input) => find(input.workspace.environment).listMetrics(input),
    saveMetric: async (input) => find(input.workspace.environment).saveMetric(input),
    removeMetric: async (input) => find(input.workspace.environment).removeMetric(input),
    listTopics: async (input) => find(input.workspace.environment).listTopics(input),
    getTopic: async (input) => find(input.workspace.environment).getTopic(input),
    keepTopic: async (input) => find(input.workspace.environment).keepTopic(input),
    pinTopic: async (input) => find(input.workspace.environment).pinTopic(input),
    forgetTopic: async (input) => find(input.workspace.environment).forgetTopic(input),

    addChange: async (input) => find(input.workspace.environment).addChange(input),
    markChange: async (input) => find(input.environment).markChange(input),
    requireReview: async (input) => find(input.environment).requireReview(input),
    editChange: async (input) => find(input.workspace.environment).editChange(input),
    settleChange: async (input) => find(input.environment).settleChange(input),
    pendingChanges: async (input) => find(input.environment).pendingChanges(input),
    countTampered: async (input) => find(input.workspace.environment).countTampered(input),
    isSuperseded: async (input) => find(input.environment).isSuperseded(input),
    queryActivity: async (input) => find(input.environment).queryActivity(input),
    getActivity: async (input) => find(input.workspace.environment).getActivity(input),
    findActivity: async (input) => find(input.environment).findActivity(input),
    measure: async (input) => find(input.environment).measure(input),

    readDraft: async (input) => find(input.workspace.environment).readDraft(input),
    saveDraft: async (input) => find(input.workspace.environment).saveDraft(input),
    discardDraft: async (input) => find(input.workspace.environment).discardDraft(input),
  }
}
