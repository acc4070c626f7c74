/** Checks workflows for mistakes that no other test would notice: they run elsewhere, with the right to publish. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'

const folder = inProject('.github', 'workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])
const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))

/** The text of each job by its name. */
const jobsOf = (text) => {
  const [, jobs = ''] = text.split(/^jobs:\n/m)
  const parts = jobs.split(/^ {2}([\w-]+):\n/m).slice(1)
  return parts.flatMap((name, at) => (at % 2 === 0 ? [{ name, text: parts[at + 1] }] : []))
}

/** Whether a job has every file attested before it makes the release. */
function isAttested(job) {
  const [before, ...after] = job.split('gh release create')
  if (/gh release (?!create)/.test(job)) return false
  if (after.length === 0) return true
  const step = /uses: actions\/attest-build-provenance@.*\n {8}with:\n {10}subject-path: release\/\*\n/.exec(before)
  const isWritten = /^ {6}id-token: write$/m.test(job) && /^ {6}attestations: write$/m.test(job)
  // Files added later, or from elsewhere, are not attested.
  const isAll = after.every((rest) => /^(?: "[^"]*"| --[\w-]+(?: "[^"]*")?)* release\/\*$/.test(rest.split('\n', 1)[0]))
  return step !== null && isWritten && isAll && !/[^-]\brelease\b/.test(before.slice(step.index + step[0].length))
}

/** @returns {string[]} mistakes in words */
function mistakesIn(text) {
  const jobs = jobsOf(text)
  const names = jobs.map(({ name }) => name)
  const uses = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action]) => action)
  const commands = [...text.matchAll(/npm (?:run )?(?:-s )?([\w:]+)/g)].map(([, name]) => name)
  return [
    ...uses
      .filter((action) => !/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))
      .map((action) => `not pinned: ${action}`),
    ...commands.filter((name) => !(name in scripts)).map((name) => `no such script: ${name}`),
    ...(/^permissions:\n {2}contents: read\n/m.test(text) ? [] : ['no permissions for all jobs']),
    ...(/pull_request_target|\t/.test(text) ? ['a trigger with secrets, or a tab'] : []),
    // Text from a title or a branch name would run as a command.
    ...(/\$\{\{[^}]*github\.(event|head_ref)\b/.test(text) ? ['an event in a command'] : []),
    ...jobs.flatMap((job) => [
      ...(/^ {4}timeout-minutes: \d+$/m.test(job.text) ? [] : [`no time limit: ${job.name}`]),
      ...(/^ {4}runs-on: /m.test(job.text) ? [] : [`no machine: ${job.name}`]),
      ...(isAttested(job.text) ? [] : [`files that nothing vouches for: ${job.name}`]),
      ...(/^ {4}needs: (.*)$/m.exec(job.text)?.[1]?.split(/[[\], ]+/) ?? [])
        .filter((name) => name !== '' && !names.includes(name))
        .map((name) => `${job.name} needs ${name}`),
    ]),
    ...text
      .split(/^(?= {6}- )/m)
      .filter((step) => /uses: actions\/checkout@/.test(step) && !/persist-credentials: false/.test(step))
      .map(() => 'a checkout that keeps the token'),
  ]
}

test.each(workflows)('%s has no mistakes', (_, text) => {
  expect(jobsOf(text).length).toBeGreaterThan(0)
  expect(mistakesIn(text)).toEqual([])
})

const [[, sample]] = workflows

test.each([
  ['not pinned', (text) => text.replace(/@[\da-f]{40} # v[\d.]+/, '@v4')],
  ['not pinned', (text) => text.replace(/(@[\da-f]{40}) # v[\d.]+/, '$1')],
  ['no such script', (text) => text.replace('npm run test:package', 'npm run test:packages')],
  ['no permissions', (text) => text.replace(/^permissions:\n.*\n/m, '')],
  ['a trigger', (text) => text.replace('  push:', '  pull_request_target:')],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a workflow's own placeholders.
  ['an event', (text) => text.replace('run: npm test', 'run: echo ${{ github.event.head_commit.message }}')],
  [
    'an event',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a workflow's own placeholders.
    (text) => text.replace('run: |\n', 'run: |\n          echo ${{ github.head_ref }}\n'),
  ],
  ['nothing vouches for', (text) => text.replace(' release/*\n', ' release/* packages/*/*\n')],
  ['nothing vouches for', (text) => `${text}          gh release upload "$GITHUB_REF_NAME" package.json\n`],
  ['no time limit', (text) => text.replace(/^ {4}timeout-minutes: .*\n/m, '')],
  ['draft needs', (text) => text.replace('needs: package', 'needs: packages')],
  ['nothing vouches for', (text) => text.replace(/ {6}- name: Attest[\s\S]*?(?= {6}- name: Create)/, '')],
  ['nothing vouches for', (text) => text.replace('subject-path: release/*', 'subject-path: release/SHA256SUMS')],
  ['nothing vouches for', (text) => text.replace('      attestations: write\n', '')],
  [
    'nothing vouches for',
    (text) => text.replace('run: |\n          gh release', 'run: |\n          cp x release\n          gh release'),
  ],
  ['a checkout', (text) => text.replace('persist-credentials: false', 'fetch-depth: 0')],
])('notices a mistake: %s', (words, change) => {
  expect(mistakesIn(change(sample)).join('\n')).toContain(words)
})
