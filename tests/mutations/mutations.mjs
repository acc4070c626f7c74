/**
 * Mistakes that would lose or double a person's work, one line each, and the runs that must notice them. `unit` is the
 * nearest test; `crash` and `soak` are the shortest of the long ones that were seen red.
 */

/**
 * @typedef {{ readonly unit: string } | { readonly crash: number, readonly seed: number }
 *   | { readonly soak: number, readonly seed: number }} Proof `crash` in kills, `soak` in minutes
 * @typedef {{ readonly name: string, readonly file: string, readonly from: string, readonly to: string,
 *   readonly proofs: readonly Proof[] }} Mutation
 */

/** @type {readonly Mutation[]} */
export const mutations = [
  {
    name: 'nothing is noted before a change is sent',
    file: 'src/main/outbox/delivery.ts',
    from: "await library.markChange({ environment, changeId: change.changeId, state: 'sending', error: null })",
    to: '',
    proofs: [{ unit: 'src/main/outbox/outbox.test.ts' }, { crash: 7, seed: 4 }],
  },
  {
    name: 'links of one metric overtake each other',
    file: 'src/main/outbox/order.ts',
    from: 'if (!isLink(change)) return false',
    to: 'return false',
    proofs: [{ unit: 'src/main/outbox/metric-links.test.ts' }],
  },
  {
    name: 'a list that was asked for before a change was sent counts as evidence',
    file: 'src/main/outbox/queue.ts',
    from: 'if (!isOwnSync || synced.startedMs < sinceMs) return',
    to: 'if (!isOwnSync) return',
    proofs: [{ unit: 'src/main/outbox/queue.test.ts' }],
  },
  {
    name: 'what the list says of a change is not heard',
    file: 'src/main/outbox/queue.ts',
    from: 'const evidence = await evidenceOf(library, entry, unmended.has(entry.changeId))',
    to: "const evidence = (await evidenceOf(library, entry, false), 'absent' as string)",
    proofs: [{ unit: 'src/main/outbox/queue.test.ts' }, { crash: 7, seed: 4 }],
  },
  {
    name: 'the queue of production is sent without a word',
    file: 'src/contract/must-be-reviewed.ts',
    from: "return workspace.environment === 'production' || needsReview",
    to: 'return workspace.environment.length === 0 || needsReview',
    proofs: [{ unit: 'src/main/outbox/holds.test.ts' }, { soak: 60, seed: 1 }],
  },
  {
    name: 'what came out of a rebuilt library is sent without a word',
    file: 'src/contract/must-be-reviewed.ts',
    from: "return workspace.environment === 'production' || needsReview",
    to: "return workspace.environment === 'production' && needsReview !== null",
    proofs: [{ unit: 'src/main/outbox/holds.test.ts' }],
  },
  {
    name: 'what was said not to be kept is forgotten with the app',
    file: 'src/main/outbox/disowned.ts',
    from: 'await write([...ids])',
    to: '',
    proofs: [{ unit: 'src/main/outbox/not-kept.test.ts' }],
  },
  {
    name: 'the seal of a change leaves out how far it has come',
    file: 'src/library/changes/journal-mac.ts',
    from: 'codeOf([...whatIsSent(fields), fields.state, fields.needsReview])',
    to: 'codeOf([...whatIsSent(fields), fields.needsReview])',
    proofs: [{ unit: 'src/library/changes/journal-mac.test.ts' }],
  },
  {
    name: 'what waits in a workspace that is not open stays there',
    file: 'src/main/sync/sync-state.ts',
    from: 'if (!isOpen && !hasPendingChanges) return null',
    to: 'if (!isOpen) return null',
    proofs: [{ unit: 'src/main/outbox/elsewhere.test.ts' }],
  },
  {
    name: 'the list of another workspace counts as evidence',
    file: 'src/main/outbox/queue.ts',
    from: 'synced?.key === workspaceKey(workspace)',
    to: 'synced !== null',
    proofs: [{ unit: 'src/main/outbox/elsewhere.test.ts' }],
  },
  {
    name: 'what was made is forgotten when the journal could not be told',
    file: 'src/main/outbox/queue.ts',
    from: 'arrived.set(changeId, delivery.unsettled)',
    to: '',
    proofs: [{ unit: 'src/main/outbox/unsettled.test.ts' }],
  },
  {
    name: 'the word of the person outlives the lock',
    file: 'src/main/outbox/word.ts',
    from: 'if (word.environment === environment) given.delete(changeId)',
    to: 'void word',
    proofs: [{ unit: 'src/main/outbox/locked.test.ts' }],
  },
  {
    name: 'an environment is forgotten while a change is on its way to it',
    file: 'src/main/outbox/outbox.ts',
    from: '.run(environment, async () => {\n          holds.releaseAll',
    to: ".run('beside', async () => {\n          holds.releaseAll",
    proofs: [{ unit: 'src/main/environments/forget.test.ts' }],
  },
]
