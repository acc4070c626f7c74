// Dialog to read, edit and share an evidence brief. Edits are saved a moment after they are typed.
import { Button, Checkbox, Modal, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Brief, BriefEdit, BriefSubject, KeptBrief } from '../../../contract/features/briefs'
import type { WorkspaceRef } from '../../../contract/workspace'
import { type InWorkspace, keyIn } from '../../../contract/workspace-key'
import { client } from '../../client/bridge'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { briefDialog } from '../../records/brief-dialog'
import details from '../../records/details.module.css'
import { count } from '../../records/record-words'
import { createUnsaved, useUnsaved } from '../../records/use-unsaved'
import { BusyButton } from '../../ui/BusyButton'
import { copyText } from '../../ui/copy-text'
import { DialogActions } from '../../ui/DialogActions'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { environmentIdentity } from '../../ui/environment-identity'
import { notifyError, notifyStatus } from '../../ui/notify'
import { dateText, readTime } from '../../ui/relative-time'
import { undescribed } from '../../ui/undescribed'
import { BriefDocument } from './BriefDocument'
import {
  briefContent,
  briefMarkdown,
  changedSince,
  chosenQuotes,
  headings,
  isMasked,
  nothingAgainst,
  quoteSource,
  wordsOf,
} from './brief-content'
import { briefTexts } from './brief-words'
import classes from './briefs.module.css'

const unedited: BriefEdit = { claim: null, reason: null, quotes: null }
const longestClaim = 2_000
const longestReason = 20_000

/** Cuts a text to the typing limit, unless the person's own text is already longer, such as one joined from two. */
const fitting = (text: string, longest: number, kept: string | null) =>
  text.slice(0, Math.max(longest, kept?.length ?? 0))

const unsaved = createUnsaved<BriefEdit>()

/** Key of a brief. The order of selection does not matter. */
function briefKey(workspace: WorkspaceRef, subject: BriefSubject): InWorkspace {
  const record = subject.kind === 'selection' ? [subject.of ?? 'insight', [...new Set(subject.ids)].sort()] : subject
  return keyIn(workspace, record)
}

const close = () => briefDialog.set(null)

export function BriefDialog({ subject }: { readonly subject: BriefSubject }) {
  const { ref: workspace } = useWorkspace()
  const [includesHidden, setIncludesHidden] = useState(false)
  const read = (hidden: boolean) => ({
    ...queryOptionsFor('briefs', 'get', { workspace, subject, includesHidden: hidden }),
    // Read again each time it opens, and unchanged while it is open.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const plain = useQuery(read(false))
  const whole = useQuery({ ...read(true), enabled: includesHidden })
  const { error, refetch } = includesHidden ? whole : plain
  const showsHidden = includesHidden && whole.data !== undefined
  const data = showsHidden ? whole.data : plain.data
  return (
    // In a window of 620 px or more, its buttons end above a notice.
    <Modal opened attributes={undescribed} onClose={close} title="Evidence brief" size="xl" yOffset="10dvh" centered>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <p className={details.muted}>Loading evidence…</p>
      ) : (
        <OpenBrief
          key={briefKey(workspace, subject)}
          {...{ ...data, subject, showsHidden, includesHidden, setIncludesHidden }}
        />
      )}
    </Modal>
  )
}

interface OpenBriefProps {
  readonly subject: BriefSubject
  readonly brief: Brief
  readonly kept: KeptBrief | null
  readonly showsHidden: boolean
  /** The person's choice, which may still be loading. */
  readonly includesHidden: boolean
  readonly setIncludesHidden: (includes: boolean) => void
}

function OpenBrief({ subject, brief, kept, showsHidden, includesHidden, setIncludesHidden }: OpenBriefProps) {
  const { ref: workspace, name } = useWorkspace()
  const key = briefKey(workspace, subject)
  const [edit, setEdit] = useState(() => unsaved.typed.get(key)?.now ?? kept?.edit ?? unedited)
  const latest = useRef(edit)
  const { saveSoon, flush } = useUnsaved({
    unsaved,
    key,
    save: ({ now, ...before }) =>
      client.briefs.keep({ workspace, subject, edit: now, ...before, figures: brief.figures }),
  })
  const keepSoon = (shown: BriefEdit) => saveSoon(latest.current, shown)
  const change = (part: Partial<BriefEdit>) => {
    const shown = latest.current
    latest.current = { ...shown, ...part }
    setEdit(latest.current)
    keepSoon(shown)
  }
  const [includesOwn, setIncludesOwn] = useState(false)
  const view = { subject, brief, edit, includesHidden: showsHidden }
  const place = { workspace: name, environment: environmentIdentity[workspace.environment].label }
  const content = briefContent({ ...view, includesOwn, place })
  const words = wordsOf(view)
  const chosen = chosenQuotes(brief, edit)
  const masked = isMasked(brief, showsHidden)
  const hasHidden = brief.figures.hidden > 0 || brief.record?.hideContent === true
  const printed = useRef<HTMLDivElement>(null)
  const notice = useRef<string>(null)
  const claim = useRef<HTMLTextAreaElement>(null)
  const begin = useEffectEvent(() => {
    claim.current?.focus({ preventScroll: true })
    // Selects a default claim, so that typing replaces it.
    if (edit.claim === null) claim.current?.select()
  })
  // The dialog opened before the brief was read, when only the close button could take the focus.
  useEffect(() => begin(), [])

  const handedOn = (done: string) => {
    keepSoon(latest.current)
    void flush()
    // One notice at a time: two would cover the buttons.
    if (notice.current !== null) notifications.hide(notice.current)
    notice.current = notifyStatus(done)
  }
  const markdown = () => briefMarkdown(content)
  const copy = (done: string, html?: string) =>
    void copyText(markdown(), done, { html, tell: handedOn, tooLong: briefTexts.tooMuchToCopy })
  const { mutate, isPending } = useMutation({
    ...mutationOptionsFor('briefs', 'save'),
    onSuccess: ({ saved }) => saved && handedOn('Brief saved'),
    onError: notifyError,
  })
  const save = (file: Parameters<typeof mutate>[0]['content']) =>
    mutate({ title: content.claim.slice(0, longestClaim), content: file })

  return (
    <section aria-label="Evidence brief">
      <p className={details.muted}>
        {content.basis} {kept !== null && <Since kept={kept} brief={brief} />}
      </p>
      <Textarea
        ref={claim}
        data-autofocus
        mt="sm"
        label="Claim"
        rows={2}
        maxLength={longestClaim}
        disabled={masked}
        dir="auto"
        value={words.claim}
        onChange={(event) => change({ claim: fitting(event.currentTarget.value, longestClaim, edit.claim) })}
      />
      <Textarea
        mt="sm"
        label="Why it matters"
        rows={4}
        maxLength={longestReason}
        disabled={masked}
        dir="auto"
        value={words.reason}
        onChange={(event) => change({ reason: fitting(event.currentTarget.value, longestReason, edit.reason) })}
      />
      {hasHidden && (
        <Checkbox
          mt="sm"
          label="Include hidden content"
          description={briefTexts.hiddenIsCounted}
          checked={includesHidden}
          onChange={(event) => setIncludesHidden(event.currentTarget.checked)}
        />
      )}
      {brief.own.length > 0 && (
        <Checkbox
          mt="sm"
          label="Include my notes and labels"
          description={briefTexts.notesAreLocal}
          checked={includesOwn}
          onChange={(event) => setIncludesOwn(event.currentTarget.checked)}
        />
      )}
      <Part heading={headings.figures}>
        <dl className={classes.figures}>
          {content.figures.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
        </dl>
      </Part>
      <Lines heading={headings.against} items={content.against.length === 0 ? [nothingAgainst] : content.against} />
      <Lines heading={headings.unknown} items={content.unknown} />
      <Lines heading={headings.insights} items={content.insights} />
      {brief.quotes.length > 0 && (
        <Part heading={`${headings.quotes} (${count(content.quotes.length)} of ${count(brief.quotes.length)})`}>
          <div className={classes.quotes}>
            {brief.quotes.map((quote) => (
              <Checkbox
                key={quote.id}
                className={classes.quote}
                label={<span dir="auto">“{quote.content}”</span>}
                description={quoteSource(quote, brief.figures)}
                checked={chosen.has(quote.id)}
                onChange={(event) => {
                  const next = new Set(chosen)
                  if (event.currentTarget.checked) next.add(quote.id)
                  else next.delete(quote.id)
                  const listed = brief.quotes.map(({ id }) => id)
                  // Quotes that no insight has any more would pile up. Others may be missing only while they are hidden.
                  const unlisted = hasHidden && !showsHidden ? [...next].filter((id) => !listed.includes(id)) : []
                  change({ quotes: [...listed.filter((id) => next.has(id)), ...unlisted] })
                }}
              />
            ))}
          </div>
        </Part>
      )}
      <Lines heading={headings.own} items={content.own} />
      <DialogActions>
        <BusyButton variant="default" isBusy={isPending} onClick={() => save({ format: 'markdown', text: markdown() })}>
          Save as Markdown…
        </BusyButton>
        <BusyButton variant="default" isBusy={isPending} onClick={() => save({ format: 'pdf' })}>
          Save as PDF…
        </BusyButton>
        <Button variant="default" onClick={() => copy('Brief copied as Markdown')}>
          Copy as Markdown
        </Button>
        <Button onClick={() => copy('Brief copied', printed.current?.innerHTML)}>Copy</Button>
      </DialogActions>
      {createPortal(
        <div ref={printed} data-print className={classes.print}>
          <BriefDocument content={content} />
        </div>,
        document.body,
      )}
    </section>
  )
}

function Since({ kept, brief }: { readonly kept: KeptBrief; readonly brief: Brief }) {
  const time = readTime(kept.keptAt)
  const changes = changedSince(kept.figures, brief.figures)
  const when = time === null ? kept.keptAt : dateText(time)
  return changes === null ? `The figures haven’t changed since ${when}.` : `Since ${when}: ${changes}.`
}

function Part({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {heading}
      </h3>
      {children}
    </section>
  )
}

function Lines({ heading, items }: { readonly heading: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <Part heading={heading}>
      <ul className={classes.list}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal
          <li key={index} dir="auto">
            {item}
          </li>
        ))}
      </ul>
    </Part>
  )
}
