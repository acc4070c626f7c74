// A request over the port, answered: whatever is asked, there is a reply, and it never carries more than a report.
import { randomUUID } from 'node:crypto'
import { AppError, type ErrorReport } from '../contract/errors'
import type { LibraryApi, LibraryMethod, LibraryReply, LibraryRequest } from '../contract/library'

type Calls = Readonly<Record<string, (input: never) => Promise<unknown>>>

export async function answerRequest(
  library: LibraryApi,
  request: LibraryRequest,
  log: (line: string) => void,
): Promise<LibraryReply> {
  const { id, method, input } = request
  try {
    return { id, ok: true, value: await call(library, method, input) }
  } catch (error) {
    return { id, ok: false, error: report(error, method, log) }
  }
}

export function isRequest(value: unknown): value is LibraryRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'method' in value &&
    typeof value.method === 'string'
  )
}

const methods: Readonly<Record<LibraryMethod, true>> = {
  open: true,
  close: true,
  beginSync: true,
  appendSync: true,
  commitSync: true,
  confirmSync: true,
  abortSync: true,
  lastSync: true,
  isQuarantined: true,
  queryInsights: true,
  getInsight: true,
  scoreHistory: true,
  queryNews: true,
  getNews: true,
  look: true,
  takeBackLook: true,
  queryOpportunities: true,
  getOpportunity: true,
  previewMarkAllSeen: true,
  queryOutcomes: true,
  getOutcome: true,
  querySolutions: true,
  getSolution: true,
  queryFeedback: true,
  getFeedback: true,
  queryKnowledge: true,
  getKnowledge: true,
  listMetrics: true,
  saveMetric: true,
  removeMetric: true,
  listTopics: true,
  getTopic: true,
  keepTopic: true,
  pinTopic: true,
  forgetTopic: true,
  searchEverything: true,
  addChange: true,
  markChange: true,
  requireReview: true,
  editChange: true,
  settleChange: true,
  pendingChanges: true,
  countTampered: true,
  isSuperseded: true,
  queryActivity: true,
  getActivity: true,
  findActivity: true,
  measure: true,
  readDraft: true,
  saveDraft: true,
  discardDraft: true,
}

async function call(library: LibraryApi, method: string, input: unknown): Promise<unknown> {
  if (!Object.hasOwn(methods, method)) throw new AppError('UNKNOWN_CALL', 'The library does not know this call.')
  return (library as unknown as Calls)[method]?.(input as never)
}

function report(error: unknown, method: string, log: (line: string) => void): ErrorReport {
  if (error instanceof AppError) return error.report
  const logId = randomUUID()
  log(`${logId} ${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return new AppError('INTERNAL', `Something went wrong in the library (${logId}).`).report
}
