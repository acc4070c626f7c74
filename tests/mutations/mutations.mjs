/**
 * Mistakes that would lose or double a person's work, and the runs that must notice them. `unit` is the nearest test;
 * `crash` and `soak` are the shortest of the long runs that failed because of the mistake.
 */

/**
 * @typedef {{ readonly unit: string } | { readonly crash: number, readonly seed: number }
 *   | { readonly soak: number, readonly seed: number }} Proof `crash` in kills, `soak` in minutes
 * @typedef {{ readonly name: string, readonly file: string, readonly from: string, readonly to: string,
 *   readonly proofs: readonly Proof[] }} Mutation
 * @typedef {readonly [name: string, from: string, to: string, ...proofs: readonly (string | Proof)[]]} Row A text is the
 *   name of a unit test, of the folder of the file unless it has slashes.
 */

/** @param {string} file @param {readonly Row[]} rows @returns {readonly Mutation[]} */
export function inFile(file, rows) {
  const folder = file.slice(0, file.lastIndexOf('/'))
  const proofOf = (proof) => {
    if (typeof proof !== 'string') return proof
    return { unit: `${proof.includes('/') ? proof : `${folder}/${proof}`}.test.ts` }
  }
  return rows.map(([name, from, to, ...proofs]) => ({ name, file, from, to, proofs: proofs.map(proofOf) }))
}

const machine = 'change-machine'
const storm = { crash: 200, seed: 4 }

/** @type {readonly Mutation[]} */
export const mutations = [
  ...inFile('src/main/changes/change-machine.ts', [
    [
      'a failed change that a list shows stays failed',
      "return facts.reconciliation === 'confirmed' ? 'confirm' : 'wait'",
      "return 'wait'",
      machine,
      'edit',
    ],
    [
      'a waiting change of which an earlier attempt arrived late is sent again',
      "if (facts.reconciliation === 'confirmed') return 'confirm'",
      '',
      machine,
    ],
    [
      'an approval does not count for a waiting change',
      'if (requiresReview(change) && !facts.isApproved) return canWait',
      'if (requiresReview(change)) return canWait',
      machine,
      'send-approved',
    ],
    [
      'a waiting change in production is sent without approval',
      'if (requiresReview(change) && !facts.isApproved) return canWait',
      'if (change.needsReview && !facts.isApproved) return canWait',
      machine,
    ],
    [
      'a deletion that was not approved waits for a later day',
      "facts.isApproved) return canWait ? 'review' : 'drop'",
      "facts.isApproved) return 'review'",
      machine,
      'send-now',
    ],
    [
      'a waiting change is sent to a locked environment',
      'if (!facts.isLocked && !facts.isBlocked && !facts.waitsForEarlier',
      'if (!facts.isBlocked && !facts.waitsForEarlier',
      machine,
    ],
    [
      'a waiting change is sent during a backoff',
      'if (!facts.isLocked && !facts.isBlocked && !facts.waitsForEarlier',
      'if (!facts.isLocked && !facts.waitsForEarlier',
      machine,
    ],
    [
      'a waiting link overtakes an earlier one of its metric',
      '!facts.isBlocked && !facts.waitsForEarlier && !facts.isSuperseded',
      '!facts.isBlocked && !facts.isSuperseded',
      machine,
      'metric-links',
    ],
    [
      'a waiting link is sent though a later one said the opposite',
      '!facts.waitsForEarlier && !facts.isSuperseded',
      '!facts.waitsForEarlier',
      machine,
    ],
    ['a deletion that cannot be sent now is sent later', "return canWait ? 'wait' : 'drop'", "return 'wait'", machine],
    [
      'a list is requested during a backoff',
      "if (reconciliation === null) return facts.isBlocked ? 'wait' : 'reconcile'",
      "if (reconciliation === null) return 'reconcile'",
      machine,
    ],
    [
      'a change of unknown outcome is sent before a list was read',
      "if (reconciliation === null) return facts.isBlocked ? 'wait' : 'reconcile'",
      '',
      machine,
      'exactly-once',
    ],
    ['a change that the list shows is sent again', "if (reconciliation === 'confirmed') return 'confirm'", '', machine],
    ['a deletion that did not arrive is sent again', "if (!canWait) return 'drop'", '', machine, 'send-now'],
    [
      'an insight whose id is taken is sent again and again',
      "if (reconciliation === 'conflict' || facts.hasTakenId) return 'fail'",
      "if (reconciliation === 'conflict') return 'fail'",
      machine,
    ],
    [
      'an edited insight is sent again though an earlier wording arrived',
      "if (reconciliation === 'conflict' || facts.hasTakenId) return 'fail'",
      "if (facts.hasTakenId) return 'fail'",
      machine,
    ],
    [
      'a link of unknown outcome overtakes an earlier one of its metric',
      "if (facts.waitsForEarlier) return 'wait'",
      '',
      machine,
    ],
    [
      'a change of unknown outcome is sent again to a locked environment',
      'if (facts.isLocked || facts.isSuperseded ||',
      'if (facts.isSuperseded ||',
      machine,
    ],
    [
      'a link of unknown outcome is sent again though a later one said the opposite',
      'if (facts.isLocked || facts.isSuperseded ||',
      'if (facts.isLocked ||',
      machine,
    ],
    [
      'a change of unknown outcome is sent to production again without approval',
      '((requiresReview(change) || facts.mayCommitLate) && !facts.isApproved)',
      '((change.needsReview || facts.mayCommitLate) && !facts.isApproved)',
      machine,
    ],
    [
      'a creation that a slow service may still commit is sent again without the person',
      '((requiresReview(change) || facts.mayCommitLate) && !facts.isApproved)',
      '(requiresReview(change) && !facts.isApproved)',
      machine,
      'queue',
    ],
    [
      'a creation that waited before the start is sent before the list was read',
      "return facts.needsLookup && facts.reconciliation === null ? 'reconcile' : 'send'",
      "return 'send'",
      machine,
      'queue',
    ],
    [
      'a change of unknown outcome is sent again during a backoff',
      "return facts.isBlocked ? 'wait' : 'send'",
      "return 'send'",
      machine,
    ],
  ]),
  ...inFile('src/contract/requires-review.ts', [
    [
      'changes to production need no review',
      "return workspace.environment === 'production' || needsReview",
      'return needsReview',
      'src/main/changes/backoff',
      'src/main/changes/change-machine',
    ],
    [
      'a change that is marked for review needs none',
      "return workspace.environment === 'production' || needsReview",
      "return workspace.environment === 'production' && needsReview !== null",
      'src/main/changes/backoff',
      'src/main/changes/changes',
    ],
  ]),
  ...inFile('src/main/changes/queue.ts', [
    [
      'the queue sends a change that a call of the person works on',
      'if (isClaimed(changeId)) return',
      '',
      'queue-facts',
    ],
    [
      'the queue has no next try',
      'if (delays.length > 0) planDrain(environment, Math.min(...delays))',
      '',
      'src/main/clock-jumps',
    ],
    [
      'a recovery that failed is not repeated',
      'else planDrain(environment, libraryRetryMs)',
      'else if (!recovery.isRequired(environment)) planDrain(environment, libraryRetryMs)',
      'queue',
    ],
    [
      'a library that could not be asked is not asked again',
      'else planDrain(environment, libraryRetryMs)',
      'else if (recovery.isRequired(environment)) planDrain(environment, libraryRetryMs)',
      'queue-facts',
    ],
  ]),
  ...inFile('src/main/changes/facts.ts', [
    [
      'a list that was requested before a change was sent reconciles it',
      'sync !== undefined && sync.startedMs >= listSinceMs(entry) ? sync : null',
      'sync !== undefined ? sync : null',
      'queue-facts',
    ],
    [
      'a list that was requested before the library was opened reconciles a change',
      'void openedMs.set(environment, orderedMs(clock))',
      'undefined',
      'queue-facts',
    ],
    [
      'the list of another resource reconciles a change',
      'if (sync === null || reconciledBy === null || !sync.lists.includes(reconciledBy)) return null',
      'if (sync === null || reconciledBy === null) return null',
      'send-now',
    ],
    [
      'the list of another workspace reconciles a change',
      'const sync = latestSyncs.get(workspaceKey(entry.workspace))',
      'const sync = [...latestSyncs.values()].at(-1)',
      'queue-facts',
    ],
    [
      'the list counts as lacking every change',
      'const reconciliation = await reconcile(library, entry)',
      "const reconciliation = (await reconcile(library, entry), 'missing')",
      'changes',
    ],
    [
      'one list that lacks a creation is enough',
      'if (secondMs !== null) return sync.startedMs >= secondMs ? reconciliation : null',
      'return reconciliation',
      'queue',
    ],
    [
      'an approval overrides a pause that the service asked for',
      'isBlocked: pausedBy(entry) !== null || (!isApproved',
      'isBlocked: closing.aborted || (!isApproved',
      'backoff',
    ],
  ]),
  ...inFile('src/main/changes/step.ts', [
    [
      'a change goes on before what an earlier run left was recovered',
      'await recovery.run(environment)',
      'void recovery',
      'queue',
    ],
    [
      'a change that is found as sending goes on as if it needed no review',
      "found.state === 'sending' ? await writer.move(found, leftAsSending) : found",
      'found',
      'queue-facts',
    ],
    [
      'a result that could not be stored is forgotten',
      'if (writer.isUnsaved(changeId)) return result',
      '',
      'queue-facts',
    ],
    [
      'a refusal of the queue is not kept',
      "await writer.record(delivery.entry, { move: { state: 'failed', error: delivery.error } })",
      '',
      'backoff',
    ],
  ]),
  ...inFile('src/main/changes/backoffs.ts', [
    [
      'a failure of the service holds up one workspace only',
      'retries.failed(error.retryable ? workspace.environment : workspaceKey(workspace), error)',
      'retries.failed(workspaceKey(workspace), error)',
      'queue-facts',
    ],
    [
      'a failure to sign in holds up every workspace of the environment',
      'retries.failed(error.retryable ? workspace.environment : workspaceKey(workspace), error)',
      'retries.failed(workspace.environment, error)',
      'backoff',
    ],
    [
      'a lock counts as a failure of the service',
      "if (closing.aborted || error.code === 'ENVIRONMENT_LOCKED') return 0",
      'if (closing.aborted) return 0',
      'queue-facts',
    ],
    [
      'a success ends no backoff',
      'if (isBackingOff(workspace)) await end(workspace)\n      else for',
      'for',
      'queue-facts',
    ],
    [
      'a token that the service takes for reading only is tried with every list',
      ' || failure.failures > 1) return',
      ') return',
      'queue-facts',
    ],
    [
      'a list that was read with the old token counts for the new one',
      'if (failure.failedAtMs < listRequestedMs) retries.allowRetry(key)',
      'retries.allowRetry(key)',
      'queue-facts',
    ],
  ]),
  ...inFile('src/main/changes/submit.ts', [
    [
      'a change that was made for another address is sent',
      'if (approvals.epoch(environment) !== epoch) return await leaveForReview(context, submission)',
      '',
      'src/main/environments/require-review',
    ],
    [
      'a call that was stopped in time is sent',
      'if (signal.aborted) return await cancel(context, submission, stopped())',
      '',
      'queue-facts',
    ],
    [
      'a change that waits needs no review after the address changed',
      'if (entry.needsReview && hasSameBody(entry, change) && approvals.epoch(environment) === epoch) {',
      'if (entry.needsReview && hasSameBody(entry, change)) {',
      'queue-facts',
    ],
    [
      'a change that the person was told waits still needs review',
      'changed(await writer.move(entry, { needsReview: false }))',
      'void writer',
      'changes',
    ],
    [
      'a change that the person was told waits needs review for good after the disk was full',
      'else if (!isGone.has(report.code)) clock',
      'else if (report.retryable) clock',
      'changes',
    ],
    [
      'a change that the library stored before it stopped counts as not stored',
      'if (pending?.some(submission.isJournalled)) return',
      '',
      'changes',
    ],
    [
      'an edit keeps an id that is taken',
      'const insightId = hasTakenId(failed) ? context.newId() : failed.targetId',
      'const insightId = failed.targetId',
      'edit',
    ],
  ]),
  ...inFile('src/main/changes/approve.ts', [
    ['an approval outlives the call that failed', 'approvals.revoke(change.changeId)', '', 'send-approved'],
    [
      'an approved link leaves an earlier one behind that the queue may send',
      'for (const earlier of sendable) await takeStep(environment, earlier.changeId)',
      '',
      'metric-links',
    ],
    [
      'several changes are sent though they are others than the person saw',
      'entries = known.filter(({ changeId, version }) => versions.get(changeId) === version)',
      'entries = known',
      'changes',
    ],
    [
      'an approved link overtakes an earlier one',
      'await assertInOrder(library, entry, pending)',
      'void assertInOrder',
      'metric-links',
    ],
    [
      'a retry sends another version than the person saw, in production',
      'if (!isSeen) throw movedOn()',
      '',
      'send-approved',
      'changes',
    ],
    [
      'a retry does not wait for the attempt that it meets',
      'await mutex.run(workspace.environment, async () => undefined)',
      '',
      'send-approved',
    ],
    [
      'a retry says nothing of a change that was discarded while it waited',
      'if (!isConflict(error) || !(await wasTried(context, workspace, seen.changeId))) throw error',
      'if (!isConflict(error)) throw error',
      'send-approved',
    ],
    [
      'a retry of what was sent meanwhile fails',
      "return (await library.getActivity({ workspace, changeId })).state === 'done'",
      'return false',
      'send-approved',
    ],
  ]),
  ...inFile('src/main/changes/send-change.ts', [
    [
      'nothing is stored before a change is sent',
      `sending = await context.writer.move(entry, {
      ...{ state: 'sending', needsReview: false, error: null, retryAt: null, attempt },
    })`,
      'void attempt',
      'changes',
    ],
    [
      'an approval that was revoked while the journal was written counts',
      'if (requiresReview(entry) && !approvals.isApproved(changeId)) {',
      'if (requiresReview(entry) && changeId === null) {',
      'send-approved',
    ],
    [
      'a lock that comes while the journal is written is not noticed',
      `while the journal was written.
    assertMaySend(context, entry)`,
      'while the journal was written.',
      'locked',
    ],
    [
      'a change that could not be sent needs no review any more',
      'const { needsReview } = before',
      "const needsReview = state === 'waiting' ? false : before.needsReview",
      'queue-facts',
    ],
    [
      'a change whose answer was lost needs no review any more',
      'const { needsReview } = before',
      "const needsReview = state === 'unknown' ? false : before.needsReview",
      'queue-facts',
    ],
    [
      'a taken id holds up the other changes of the workspace',
      "recordAttempt(context, entry, sending, 'unknown', report, null)",
      "recordAttempt(context, entry, sending, 'unknown', report)",
      'backoff',
    ],
  ]),
  ...inFile('src/main/changes/journal-writer.ts', [
    [
      'a result that the library could not store is not kept',
      'unsaved.set(entry.changeId, { entry, result })',
      '',
      'queue-facts',
    ],
    [
      'a change is retried, edited or discarded though it is another than the person saw',
      'if (entry.version !== version) throw movedOn()',
      '',
      'changes',
    ],
    [
      'a settlement that failed once is not repeated',
      'await settle(entry, result.settle).catch(() => settle(again, result.settle))',
      'await settle(entry, result.settle)',
      'unsaved-result',
    ],
  ]),
  ...inFile('src/main/changes/approvals.ts', [
    [
      'an approval outlives the lock',
      'if (approval.environment === environment) approved.delete(changeId)',
      'void approval',
      'send-approved',
    ],
    [
      'a call from before a lock or a move goes on after it',
      'epochs.set(environment, epoch(environment) + 1)',
      '',
      'src/main/environments/require-review',
    ],
    [
      'an approval does not end',
      'return approval !== undefined && approval.untilMs > clock.monotonicMs()',
      'return approval !== undefined',
      'send-approved',
      'src/main/clock-jumps',
    ],
  ]),
  ...inFile('src/main/clock.ts', [
    [
      'an approval outlives a night of sleep, as the clock of Linux stands still meanwhile',
      'if (nowMs - sleptMs > shortestSleepMs) sleptMs = nowMs',
      '',
      'clock',
    ],
  ]),
  ...inFile('src/main/changes/changes.ts', [
    [
      'an environment is forgotten while a change is being sent to it',
      '.run(environment, async () => {\n          backoffs.forget(',
      ".run('beside', async () => {\n          backoffs.forget(",
      'src/main/environments/forget',
    ],
    [
      'a change is discarded while it is being sent',
      `await mutex.run(environment, async () => {
          await writer.flush(environment)`,
      `await mutex.run('beside', async () => {
          await writer.flush(environment)`,
      'backoff',
    ],
    [
      'the page is not told that it shows another version of a change',
      'if (isConflict(error)) emit(',
      'if (error === null) emit(',
      'changes',
    ],
  ]),
  ...inFile('src/main/changes/recovery.ts', [
    [
      'a change that was being sent when the app ended counts as never sent',
      "state: 'unknown',\n  needsReview: true,",
      "state: 'waiting',\n  needsReview: false,",
      'unsaved-result',
      storm,
    ],
    [
      'a change that may have been refused in an earlier run is sent again without review',
      "state: 'unknown',\n  needsReview: true,",
      "state: 'unknown',\n  needsReview: false,",
      'queue',
    ],
    [
      'a change that an earlier run left as sending stays so',
      "if (entry.state !== 'sending' || writer",
      "if (entry.state === 'sending' || writer",
      'queue',
    ],
    [
      'a recovery that failed counts as done',
      'required.set(environment, report)',
      'required.delete(environment)',
      'queue',
    ],
  ]),
  ...inFile('src/main/workspaces/library-lifecycle.ts', [
    [
      'an approval outlives a rebuild of the library',
      "if (opened.state === 'rebuilt') changes.revokeApprovals(environment)",
      '',
      'library-lifecycle',
    ],
    [
      'a library that is down at the start is not asked again',
      'changes.wake(environment)\n    }\n  }',
      '    }\n  }',
      'library-lifecycle',
    ],
  ]),
  ...inFile('src/contract/library.ts', [
    [
      'every end of a backoff is remembered for a library in memory',
      "('environment', 'lastOfBackoff')",
      "('environment', 'all')",
      'src/main/library/memory-replay',
    ],
  ]),
  ...inFile('src/main/changes/facts.ts', [
    [
      'links of one metric overtake each other',
      'return earlierOf(change, pending).length > 0',
      'return false',
      'metric-links',
    ],
    ['a failed link holds up later ones', "earlier.state !== 'failed' &&", '', 'metric-links'],
    [
      'a link that needs review is sent though a later one said the opposite',
      "(state !== 'failed' && !needsReview)",
      "state !== 'failed'",
      'metric-links',
    ],
  ]),
  ...inFile('src/main/changes/requests.ts', [
    ['a change that was turned away for its rate counts as lost', "  'RATE_LIMITED',\n", '', 'requests'],
    [
      'a taken id counts as a refusal',
      "if (code === 'UNEXPECTED_STATUS' && status === httpStatus.conflict) return 'id-taken'",
      '',
      'requests',
    ],
    [
      'a failure of the service counts as a refusal',
      'status >= 400 && status < 500 &&',
      'status >= 400 &&',
      'requests',
    ],
    [
      'the answer of a gateway ends an attempt',
      'if (error?.hasEnvelope !== true) return false',
      'if (error === null) return false',
      'queue',
    ],
  ]),
  ...inFile('src/main/changes/reconcile.ts', [
    ['words that the service tidied count as another insight', 'if (!isEdited) return false', '', 'edit'],
    [
      'an insight that came back unreadable counts as missing',
      "id: targetId })) ? 'confirmed' : 'missing'",
      "id: targetId })) ? 'missing' : 'missing'",
      'queue',
    ],
  ]),
  ...inFile('src/library/queries/insights.ts', [
    [
      "the app's own row counts as the service's",
      ' AND id = ? AND own_change IS NULL',
      ' AND id = ?',
      'src/main/changes/queue-facts',
    ],
  ]),
  ...inFile('src/main/environments/connecting.ts', [
    [
      'an address that could not be saved holds until the app closes',
      'await put(replaced).catch(() => undefined)',
      '',
      'require-review',
    ],
  ]),
  ...inFile('src/main/environments/require-review.ts', [
    [
      'a library file that cannot be opened now is not marked for review',
      "const isFileClosed = async () => modeOf(environment) === 'memory' &&",
      'const isFileClosed = async () => false &&',
      'require-review',
    ],
    [
      'a marked library is opened without review',
      'if (location.input.file === null || !isRequired) return location',
      'if (isRequired || !isRequired) return location',
      'require-review',
    ],
    [
      'an approval outlives a change of the address',
      'await step().finally(() => changes.revokeApprovals(environment))',
      'await step()',
      'require-review',
    ],
    [
      'changes go along to another address',
      'await library.requireReview({ environment, changeIds: pending.map(({ changeId }) => changeId) })',
      '',
      'require-review',
    ],
    [
      'a workspace that is connected again brings its changes along',
      'isOf(entry, workspace)) ? null : { environment, workspace }',
      'isOf(entry, workspace)) ? null : null',
      'require-review',
    ],
    [
      'changes that an older version said were not kept are sent',
      'if (!isEmpty) await settings.update(requireReviewOfAll)',
      '',
      'require-review',
    ],
  ]),
  ...inFile('src/main/library/on-demand.ts', [
    [
      'changes in a file that may have some of memory are sent without review',
      'if (!isRefusal(error) && !wasNotAsked(error)) await requireReviewOnOpen(environment)',
      '',
      'src/main/environments/require-review',
    ],
  ]),
  ...inFile('src/main/schedule/retry-schedule.ts', [
    ['the circuit opens late', 'const failureLimit = 5', 'const failureLimit = 6', 'retry-schedule'],
    ['backoffs grow without a limit', 'const ceilingFactor = 60', 'const ceilingFactor = 6_000', 'retry-schedule'],
    [
      'a pause may be as long as the service likes',
      'nowMs + Math.min(report.retryAfterMs, longestRetryAfterMs)',
      'nowMs + report.retryAfterMs',
      'retry-schedule',
    ],
    [
      'a shorter pause ends a longer one',
      'return running && running.untilMs > untilMs ? running : { untilMs, report }',
      'return { untilMs, report }',
      'retry-schedule',
    ],
    [
      'a timer that fires a moment early waits once more',
      'const earlyTimerMs = 50',
      'const earlyTimerMs = 0',
      'retry-schedule',
    ],
    ['failures without a network open the circuit', '(isOffline(report) ? 0 : 1)', '1', 'retry-schedule'],
    [
      'a success of another environment overrides a pause',
      '|| (entry.pause && isAhead(entry.pause.untilMs))) continue',
      ') continue',
      'retry-schedule',
    ],
    ['a failure to sign in is retried at once', '!report.retryable || needsPerson(report) ||', '', 'retry-schedule'],
  ]),
  ...inFile('src/main/schedule/mutex.ts', [
    [
      'two steps work on one environment at once',
      'const result = (lastTasks.get(key) ?? Promise.resolve()).then(work)',
      'const result = Promise.resolve().then(work)',
      'mutex',
    ],
  ]),
  ...inFile('src/main/sync/sync.ts', [
    [
      'what was written last waits for a whole list when the app is closed',
      '    stop(state)\n    state.closing.abort()',
      '    stop(state)',
      'closing-library',
    ],
    ['a list is asked for in an environment that was forgotten', ' || find(workspace) !== state', '', 'sync'],
    [
      'a sync that began before a request answers it',
      'if (state.run && state.run.startedMs < sinceMs) await state.run.done',
      '',
      'sync',
    ],
    [
      'a request overrides a pause that the service asked for',
      'if (isPaused(state)) {',
      'if (isDisposed) {',
      'sync-moments',
    ],
    [
      'a request while the journal is read is forgotten',
      ' || state.requestCount !== requestCount) return',
      ') return',
      'pending-changes',
    ],
  ]),
  ...inFile('src/main/sync/sync-state.ts', [
    [
      'the changes of a workspace that is not open stay there',
      'if (!isOpen && !hasPendingChanges) return null',
      'if (!isOpen) return null',
      'sync-state',
      'src/main/changes/closed-workspace',
    ],
    [
      'a token that is refused is tried again and again',
      'if (error && needsPerson(error)) return null',
      '',
      'sync-state',
      'sync-moments',
    ],
  ]),
  ...inFile('src/main/sync/sync-run.ts', [
    [
      'a sync that was stopped is committed',
      'await pieces.flush()\n    assertWanted(signal)',
      'await pieces.flush()',
      'sync',
    ],
    [
      'a list that was changed here counts as unchanged',
      'if ((await library.confirmSync({ syncId })) !== null) return { items: null, isSame: true }',
      'await library.confirmSync({ syncId })\n      return { items: null, isSame: true }',
      'conditional',
    ],
    [
      'a list that changed is not announced when the service sends it whole',
      'return { items: received, isSame: isSameAnswer }',
      'return { items: received, isSame: true }',
      'sync-lists',
    ],
    ['an old list stays under way after a failure', 'await abort()\n    throw error', 'throw error', 'sync'],
  ]),
  ...inFile('src/library/changes/journal-mac.ts', [
    [
      'the signature of a change leaves out its state',
      'hmacOf([...whatIsSent(fields), fields.state, fields.needsReview])',
      'hmacOf([...whatIsSent(fields), fields.needsReview])',
      'journal-mac',
    ],
    [
      'the signature of a change leaves out its review',
      'hmacOf([...whatIsSent(fields), fields.state, fields.needsReview])',
      'hmacOf([...whatIsSent(fields), fields.state])',
      'journal-mac',
    ],
    [
      'the signature of a change leaves out what is sent',
      'return [changeId, organisationId, workspaceId, kind, targetId, body, createdAt]',
      'return [changeId, organisationId, workspaceId, kind, targetId, createdAt]',
      'journal-mac',
    ],
    ['every signature is correct', ' && timingSafeEqual(signature, expected)', '', 'journal-mac'],
  ]),
  ...inFile('src/library/changes/journal.ts', [
    [
      'all drafts go with one that is sent',
      "'DELETE FROM drafts WHERE workspace = ? AND draft_id = ?', [row, draftId]",
      "'DELETE FROM drafts WHERE workspace = ?', [row]",
      'drafts',
    ],
    [
      'a decision from an earlier version is stored',
      '|| row.version === version) return',
      '|| true) return',
      'versions',
    ],
    ['a tampered change is sent', '!row.isEnded && isAuthentic(row, mac)', '!row.isEnded', 'journal-mac'],
    [
      'a change that was put back after it ended is sent',
      '!row.isEnded && isAuthentic(row, mac)',
      'isAuthentic(row, mac)',
      'journal-mac',
    ],
    [
      'a tampered change is signed anew when it moves',
      'const isVerified = found !== undefined && mac.verify(found, found.mac)',
      'const isVerified = found !== undefined',
      'journal-mac',
    ],
    [
      'a change moves in a way that the table of transitions does not have',
      'assertTransition(statusIn(environment, row), statusIn(environment, next))',
      '',
      'versions',
    ],
    [
      'a write leaves the version as it was',
      'const version = row.version + 1',
      'const version = row.version',
      'versions',
    ],
    [
      'a later link that failed supersedes an earlier one',
      "later.row > own.row AND later.state <> 'failed' AND",
      'later.row > own.row AND',
      'later-links',
    ],
    [
      'links are ordered by their dates',
      'WHERE own.row < later.row AND own.kind IN',
      'WHERE own.created_at < later.created_at AND own.kind IN',
      'later-links',
    ],
    [
      'an edit that was decided from an earlier version is stored',
      'changeId, mac, version)\n        if (row.kind',
      'changeId, mac)\n        if (row.kind',
      'versions',
      'edit-change',
    ],
    ['a change that was not refused is edited', " || row.state !== 'failed'", '', 'edit-change'],
    [
      'an edited change needs no review',
      "state: 'waiting', needsReview: true, isEdited: true",
      "state: 'waiting', needsReview: false, isEdited: true",
      'edit-change',
      'src/main/changes/edit',
    ],
    [
      'a change that was restored from the log keeps the columns that no signature covers',
      'writeColumns(connection, row, { ...columns, workspace: ensureWorkspace(connection, ids) })',
      'writeColumns(connection, row, { body: columns.body ?? null, mac: columns.mac ?? null })',
      'journal-mac',
    ],
    ['a change that failed is due', "WHERE own.state <> 'failed' AND (own.state", 'WHERE (own.state', 'journal'],
  ]),
  ...inFile('src/library/changes/settlement.ts', [
    [
      'a settlement that was decided from an earlier version is stored',
      'findVerified(context, connection, changeId, mac, version)',
      'findVerified(context, connection, changeId, mac)',
      'versions',
    ],
    [
      'a change is settled twice',
      "if (connection.get('SELECT 1 AS found FROM activity WHERE change_id = ?', [changeId]) !== undefined) return null",
      '',
      'src/library/opening/store-changes',
    ],
    [
      'a change ends in a way that the table of transitions does not have',
      'assertTransition(statusIn(environment, change), settlement.state)',
      '',
      'versions',
    ],
    [
      'a link that is done supersedes no earlier one',
      'supersedeEarlier({ connection, unsent, mac, environment }, changeId)',
      '',
      'later-links',
    ],
  ]),
  ...inFile('src/library/changes/unsent-log-writer.ts', [
    [
      'a change that cannot be stored twice is stored once',
      'if (touched.size > 0 && failed !== null) throw failed.error',
      '',
      'src/library/opening/full-disk',
    ],
    ['the log keeps what was rolled back', 'if (isAppended) undoStep()', '', 'unsent-log-writer'],
    ['the log has no step of a change', 'unsent.append(entries)', '', 'src/library/opening/lost-steps'],
    [
      'the database does not know how far the log is',
      'writeSequence(connection, unsent.sequence())',
      '',
      'src/library/opening/lost-steps',
    ],
  ]),
  ...inFile('src/library/changes/unsent-log.ts', [
    [
      'a log that was cut short counts as whole',
      "const isWhole = rest === '' && steps",
      'const isWhole = steps',
      'src/library/opening/lost-steps',
    ],
  ]),
  ...inFile('src/library/opening/recover-unsent.ts', [
    [
      'a log of an earlier day replaces the database',
      'if (logged.isWhole && logged.lastSequence >= (sequence ?? 0))',
      'if (logged.isWhole)',
      'lost-steps',
    ],
    [
      'a log that is damaged replaces the database',
      'if (logged.isWhole && logged.lastSequence >= (sequence ?? 0))',
      'if (logged.lastSequence >= (sequence ?? 0))',
      'lost-steps',
    ],
    [
      'a database that is behind its log replaces it',
      'return isWhole && sequence !== null && sequence >= logged.lastSequence ?',
      'return isWhole && sequence !== null ?',
      'lost-steps',
    ],
    [
      'of two rows of a change the earlier one counts',
      '[...earlier, ...ofDatabase, ...later]',
      '[...later, ...ofDatabase, ...earlier]',
      'lost-steps',
    ],
    [
      'a rebuilt library sends its changes without review',
      'requireReviewOfAll({ connection, unsent: notRecorded, mac, environment })\n  writeSequence',
      'writeSequence',
      'damaged-library',
      'recover-unsent',
    ],
    [
      'a draft in memory is lost behind the one in the file',
      'for (const draft of fromMemory.drafts) replaceDraft(connection, draft)',
      '',
      'leave-memory',
    ],
    [
      'what a move to the disk left of a change when it was cut off counts as newer than the change in memory',
      "for (const row of journal) connection.run('DELETE FROM journal WHERE change_id = ?', [idOf(row)])",
      '',
      'leave-memory',
    ],
  ]),
  ...inFile('src/library/opening/open-database.ts', [
    [
      'a file of another generation counts as ours',
      'if (!hasMeta || storedGeneration(connection) !== generation)',
      'if (!hasMeta)',
      'open-database',
    ],
    [
      'a private copy without a database counts as nothing',
      'const hasCopy = [unsentSuffix, privateSuffix]',
      'const hasCopy = [unsentSuffix]',
      'private-copy',
    ],
    ['a library of a newer version is checked like any other', '    demandKnownVersion(writer)\n', '', 'open-database'],
    [
      'an emptied file counts as a new one',
      "return sizeOf(file) === 0 && !isUntouched(file, mark) ? 'emptied' : null",
      'return null',
      'open-database',
    ],
  ]),
  ...inFile('src/library/opening/private-copy.ts', [
    [
      'a change of the private layer leaves its stamp as it was',
      'AND NOT EXISTS (SELECT 1 FROM private_touched);',
      'AND false;',
      'private-copy',
    ],
    [
      'a copy of an earlier day replaces what a library has',
      '(stored.stamp === null || stored.stamp === copy.stamp)',
      'true',
      'private-copy',
    ],
    ['a private copy that missed a write counts as whole', ' && !isThere(path + behindSuffix) }', ' }', 'private-copy'],
    [
      'the private copy of another library is read',
      "if (ownGeneration?.toString('utf8') !== generation) return null",
      '',
      'private-copy',
    ],
    [
      'a damaged page of the library costs its private copy too',
      'if (!(error instanceof UnreadableDatabase) || isSound(target)) throw error',
      'if (!(error instanceof UnreadableDatabase)) throw error',
      'private-copy',
    ],
    [
      'a library of an older version gets no private copy',
      'stampWhatOlderVersionsWrote(library)\n      if',
      'if',
      'private-copy',
    ],
    [
      'a row that was deleted stays in the private copy',
      'AND row NOT IN (SELECT row FROM library.',
      'AND row NOT IN (SELECT row FROM main.',
      'private-copy',
    ],
  ]),
  ...inFile('src/library/opening/open-store.ts', [
    [
      'what was written last waits for a whole list or map when its library is closed',
      'await nextMacrotask()\n          assertGoesOn()',
      'await nextMacrotask()',
      'src/library/ingest/stopped-sync',
    ],
    [
      'a list that was aborted at its end is stored',
      'assertGoesOn()\n          if (hasSnapshot) {',
      'if (hasSnapshot) {',
      'src/library/ingest/stopped-sync',
    ],
    [
      'what was written last waits for a long write when its library is closed',
      "state = 'closing'\n",
      '',
      'src/library/ingest/stopped-sync',
    ],
    [
      'what is written is confirmed before the private copy has it',
      "const result = database.during('writing', () => unsent.transaction(() => work(writer)))\n          privateCopy.update()",
      "const result = database.during('writing', () => unsent.transaction(() => work(writer)))",
      'private-copy',
      'kill',
    ],
    [
      'the private copy has nothing of what a sync writes',
      'if (isOpen()) privateCopy.update()\n          tables.committed()',
      'tables.committed()',
      'private-copy',
    ],
    [
      'a library that must be reviewed is opened like any other',
      'if (requiresReview) requireReviewOfAll(journal)',
      '',
      'src/main/environments/require-review',
    ],
    [
      'a library in memory takes nothing along to the disk',
      'if (fromMemory !== undefined) {\n      touchAll(',
      'if (fromMemory === null) {\n      touchAll(',
      'leave-memory',
    ],
    [
      'a move to the disk that failed leaves its changes in the file',
      'endSnoozesOfAll(writer, options.now())',
      '})\n  writer.transaction(() => {\n    endSnoozesOfAll(writer, options.now())',
      'leave-memory',
    ],
  ]),
  ...inFile('src/library/ingest/sync-sessions.ts', [
    ['a list whose sync was aborted goes on', 'if (!committing.has(syncId)) throw notInProgress()', '', 'stopped-sync'],
  ]),
  ...inFile('src/library/ingest/listed-insights.ts', [
    [
      'what was triaged is to triage again after a rebuild',
      "if (hasTriage) markInsights(connection, 'row BETWEEN ? AND ?', [first, next - 1])",
      '',
      'src/library/local/triage',
    ],
    [
      'a snooze goes on though the score or the feedback changed',
      'endOutdatedSnoozes(scope.connection, scope.workspace)',
      '',
      'src/library/local/triage',
    ],
  ]),
  ...inFile('src/library/local/triage.ts', [
    [
      'a note in the file is lost to one that was written in memory',
      "note: joinTexts(known?.note ?? '', carried.note)",
      'note: carried.note',
      'triage',
    ],
    [
      'a note that was never shown is lost to one that was typed',
      'replaceTyped(stored, typed, { began, sent })',
      'typed',
      'triage',
    ],
    ['undoing takes back what was decided since', ' && (from === null || isSame(last, from))', '', 'triage'],
  ]),
  ...inFile('src/library/local/priorities.ts', [
    [
      'a decision note that was never shown is lost to one that was typed',
      'replaceTyped(stored, typed, { began, sent })',
      'typed',
      'priorities',
    ],
  ]),
  ...inFile('src/library/local/briefs.ts', [
    [
      'a brief that was never shown is lost to one that was typed',
      'replaceEdit(stored, typed, { began, sent })',
      'typed',
      'briefs',
    ],
  ]),
  ...inFile('src/library/store/readable-text.ts', [
    [
      'notes behind a damaged page are lost',
      'if (scanned.isComplete) return scanned',
      'return scanned',
      'src/library/local/triage',
    ],
  ]),
  ...inFile('src/main/features/triage.ts', [
    ['the page does not hear of a decision', 'decide: decides(', 'decide: (', 'pushes'],
    ['the page does not hear of many decisions', 'decideAll: decides(', 'decideAll: (', 'pushes'],
  ]),
  ...inFile('src/main/library/memory-replay.ts', [
    [
      'a note takes the place of a decision that was made in memory',
      "  if (replay === 'lastOfRecord') return JSON.stringify([method, place, kind, id])\n",
      '',
      'memory-replay',
    ],
    [
      'a topic that is read again comes after its pin',
      "      if (method !== 'keepTopic') session.calls.delete(key)\n",
      '      session.calls.delete(key)\n',
      'memory-replay',
    ],
  ]),
]
