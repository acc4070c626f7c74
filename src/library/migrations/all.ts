// Every migration in order. A migration that was released is never edited: another one is added.
import { records } from './0001-records'
import { allRecords } from './0002-all-records'
import { looks } from './0003-looks'
import { journalSignatures } from './0004-journal-signatures'
import { undone } from './0005-undone'
import { changeQueue } from './0006-change-queue'
import { triage } from './0007-triage'
import { reviewedChanges } from './0008-reviewed-changes'
import { words } from './0009-words'
import { savedViews } from './0010-saved-views'
import { unseenFirst } from './0011-unseen-first'
import { feedbackFacets } from './0012-feedback-facets'
import { feedbackDates } from './0013-feedback-dates'
import { drafts } from './0014-drafts'
import { briefs } from './0015-briefs'
import { priorities } from './0016-priorities'
import { thisWeek } from './0017-this-week'
import { notDuplicates } from './0018-not-duplicates'
import { topicMap } from './0019-topic-map'
import { figures } from './0020-figures'
import { requestTime } from './0021-request-time'
import { leftFirst } from './0022-left-first'
import { journalQuarantine } from './0023-journal-quarantine'
import { textQueue } from './0024-text-queue'
import { insightLog } from './0025-insight-log'
import { unreadableIds } from './0026-unreadable-ids'
import { unreadColumns } from './0027-unread-columns'
import type { Migration } from './migration'

export const migrations: readonly Migration[] = [
  records,
  allRecords,
  looks,
  journalSignatures,
  undone,
  changeQueue,
  triage,
  reviewedChanges,
  words,
  savedViews,
  unseenFirst,
  feedbackFacets,
  feedbackDates,
  drafts,
  briefs,
  priorities,
  thisWeek,
  notDuplicates,
  topicMap,
  figures,
  requestTime,
  leftFirst,
  journalQuarantine,
  textQueue,
  insightLog,
  unreadableIds,
  unreadColumns,
]
