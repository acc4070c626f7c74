// The pushes of main after each command. Only they refresh a view: no command invalidates anything in the
// page. Main is held to this list by src/main/features/pushes.test.ts, the page by src/renderer/app/fresh.test.tsx.
import type { AppApi } from '../app'
import type { Events } from '../events'
import { showDecisions } from '../features/triage'

type CommandName = {
  [Feature in keyof AppApi]: {
    [Method in keyof AppApi[Feature]]: AppApi[Feature][Method] extends { kind: 'command' }
      ? `${Feature}.${Method & string}`
      : never
  }[keyof AppApi[Feature]]
}[keyof AppApi]

export interface Pushed {
  /** The features that `library.changed` names. */
  readonly library?: Events['library.changed']['features']
  readonly environments?: true
  readonly network?: true
  readonly sync?: true
}

const nothing: Pushed = {}

/** Lists that find a record by its note and labels. */
const searched = [...showDecisions, 'search'] as const

export const pushesAfter: Readonly<Record<CommandName, Pushed>> = {
  'activity.retry': { library: ['activity', 'feedback', 'insights', 'search'], sync: true },
  'activity.send': { library: ['activity', 'feedback', 'insights', 'search'], sync: true },
  'activity.discard': { library: ['activity', 'feedback', 'insights', 'search'], sync: true },
  // A brief is read when it is opened, and stays as it is while somebody works on it.
  'briefs.keep': nothing,
  'briefs.save': nothing,
  'environments.testConnection': nothing,
  'environments.testWorkspace': nothing,
  'environments.connect': { environments: true },
  'environments.saveSettings': { environments: true },
  'environments.saveToken': { environments: true },
  'environments.exploreSandbox': { environments: true },
  'environments.open': { environments: true },
  'environments.renameWorkspace': { environments: true },
  'environments.removeWorkspace': { environments: true },
  'environments.forget': { environments: true },
  'environments.unlock': { environments: true },
  'environments.lock': { environments: true },
  'export.save': nothing,
  'export.showInFolder': nothing,
  'help.saveDiagnostics': nothing,
  'help.showDiagnostics': nothing,
  'map.save': nothing,
  'insights.create': { library: ['activity', 'feedback', 'insights', 'search'], sync: true },
  'insights.edit': { library: ['activity', 'feedback', 'insights', 'search'], sync: true },
  // The form puts its draft into the list by itself: a push would read all of insights again at every pause in typing.
  'insights.saveDraft': nothing,
  'insights.discardDraft': nothing,
  'knowledge.delete': { library: ['activity', 'knowledge', 'search'], sync: true },
  'metrics.save': { library: ['metrics', 'outcomes', 'search'] },
  'metrics.remove': { library: ['metrics', 'outcomes', 'search'] },
  'metrics.relate': { library: ['activity', 'metrics', 'outcomes'], sync: true },
  'network.check': nothing,
  'network.removeSignIn': { network: true },
  'network.save': { network: true },
  'network.saveSignIn': { network: true },
  'news.markReviewed': { library: ['news', 'opportunities'] },
  'news.undoReview': { library: ['news', 'opportunities'] },
  'opportunities.markAllSeen': { library: ['activity', 'insights', 'opportunities', 'outcomes'], sync: true },
  'outcomes.delete': {
    library: ['activity', 'insights', 'metrics', 'opportunities', 'outcomes', 'search', 'solutions'],
    sync: true,
  },
  // The answer is the whole effect.
  'preferences.save': nothing,
  'duplicates.dismiss': { library: ['duplicates'] },
  'priorities.saveModel': { library: ['priorities'] },
  'priorities.removeModel': { library: ['priorities'] },
  'priorities.decide': { library: ['priorities', 'activity'] },
  'priorities.restore': { library: ['priorities', 'activity'] },
  'priorities.setNote': { library: ['priorities', 'activity'] },
  'sandbox.passWeek': { sync: true },
  'sandbox.setOnline': { sync: true },
  'savedViews.save': { library: ['savedViews'] },
  'savedViews.remove': { library: ['savedViews'] },
  'savedViews.order': { library: ['savedViews'] },
  'shell.restartLibrary': nothing,
  'shell.openLink': nothing,
  'shell.setLinkOpening': nothing,
  'shell.copyText': nothing,
  'shell.cancel': nothing,
  'shell.readyToClose': nothing,
  'shell.setModalOpen': nothing,
  'shell.setTimeZone': nothing,
  'shell.painted': nothing,
  'sync.now': { sync: true },
  'topics.open': { library: ['search', 'topics'] },
  'topics.pin': { library: ['search', 'topics'] },
  'topics.forget': { library: ['search', 'topics'] },
  'topicMap.draw': { library: ['topicMap'] },
  'topicMap.cancel': { library: ['topicMap'] },
  // The answer is the whole effect.
  'topicMap.select': nothing,
  'triage.decide': { library: [...showDecisions] },
  'triage.decideAll': { library: [...showDecisions] },
  'triage.labelAll': { library: [...searched] },
  'triage.setNote': { library: [...searched] },
}
