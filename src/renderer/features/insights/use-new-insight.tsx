// The form for a new insight is open when the address says `new=1`, so a menu, a key and a restart open it alike. With
// `edit=` and the id of a rejected change, it edits that change.
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { CreateResult } from '../../../contract/features/insights'
import type { EnvironmentName } from '../../../contract/workspace'
import { useWorkspace } from '../../client/workspace'
import { focusWanted, handDraft, useHandedDraft, useHandedFeedback, useReturnTo } from '../../navigation/location-state'
import { largestPage } from '../../records/use-record-rows'
import { paramsNow } from '../../ui/current-location'
import { LiveText } from '../../ui/LiveText'
import { useIsHere } from '../../ui/use-is-here'
import { useOtherWorkspaceLabel } from '../../ui/use-other-workspace-label'
import { unknownWords, waitingWords } from '../../ui/words'
import type { InsightList } from './insight-list'
import { insightTexts } from './insight-words'

const markedMs = 2500

function createdWords({ state, error }: CreateResult, environment: EnvironmentName): string {
  if (state === 'waiting') return waitingWords(error, environment)
  return state === 'unknown' ? unknownWords : 'Insight created'
}

/** null: an insight can be written here. While editing is locked, it stays a draft. */
export function useWhyNoNewInsight(): string | null {
  const { canCreateInsights } = useWorkspace()
  return canCreateInsights ? null : insightTexts.needsUuids
}

export interface NewInsight {
  /** Why no insight can be created now; null: one can. */
  readonly blockedBecause: string | null
  readonly isOpen: boolean
  /** The edited change; null: a new insight. */
  readonly changeId: string | null
  /** Feedback the form begins with, besides its draft's. */
  readonly feedbackIds: readonly string[]
  /** The draft to open; null: no particular one. */
  readonly draftId: string | null
  /** It was open before, so its code is loaded, and it can close with its animation. */
  readonly wasOpen: boolean
  readonly open: () => void
  readonly openDraft: (draftId: string) => void
  /** Leaves without creating, back to where the person was. */
  readonly close: () => void
  /** `isFormOpen`: it was not closed while the insight was sent. */
  readonly onCreated: (result: CreateResult, isFormOpen: boolean) => void
  /** The just created insight, while its row is highlighted. */
  readonly markedId: string | null
}

/** The last created insight, and the notice about it. */
interface Told {
  readonly noticeId: string
  readonly insightId: string
  readonly words: string
}

/** Says that the list leaves the insight out; null: the list has it. */
async function leftOutWords({ readAll }: InsightList['state'], insightId: string): Promise<string | null> {
  const rows = await readAll(largestPage).catch(() => null)
  if (rows?.some(({ id }) => id === insightId)) return null
  // It may be further down in a longer list.
  return rows !== null && rows.length < largestPage ? insightTexts.filtered : insightTexts.maybeFiltered
}

export function useNewInsight(list: Pick<InsightList, 'params' | 'state'>): NewInsight {
  const { isNarrowed, clear } = list.params
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const [markedId, setMarkedId] = useState<string | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const isHere = useIsHere()
  const otherWorkspaceLabel = useOtherWorkspaceLabel()
  const blockedBecause = useWhyNoNewInsight()
  const { environment } = useWorkspace().ref
  const feedbackIds = useHandedFeedback()
  const draftId = useHandedDraft()

  useEffect(() => {
    if (markedId === null) return
    const timer = setTimeout(() => setMarkedId(null), markedMs)
    return () => clearTimeout(timer)
  }, [markedId])

  const changeId = params.get('edit')
  const isAsked = params.get('new') === '1' || changeId !== null
  const isOpen = isAsked && blockedBecause === null
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)

  const without = () => {
    const rest = new URLSearchParams(paramsNow(params))
    rest.delete('new')
    rest.delete('edit')
    return rest
  }

  const withNew = () => new URLSearchParams([...without(), ['new', '1']])

  const returnTo = useReturnTo()
  const leave = () => {
    if (returnTo === null) setParams(without(), { replace: true })
    else void navigate(returnTo.address, { replace: true, state: returnTo.state })
  }

  // A notice gives the reason, and unlocking later does not open the form.
  const refusal = isAsked ? blockedBecause : null
  const refuse = useEffectEvent((message: string) => {
    notifications.show({
      id: 'new-insight-refused',
      message: <LiveText>{message}</LiveText>,
      color: 'yellow',
      role: 'status',
    })
    leave()
  })
  useEffect(() => {
    if (refusal !== null) refuse(refusal)
  }, [refusal])

  const hides = useEffectEvent(({ insightId }: Told) => leftOutWords(list.state, insightId))
  const onShow = useEffectEvent(({ noticeId }: Told) => {
    notifications.hide(noticeId)
    clear()
  })
  useEffect(() => {
    if (told === null || !isNarrowed) return
    const { noticeId, words } = told
    let isCurrent = true
    void hides(told).then((leftOut) => {
      if (!isCurrent || leftOut === null) return
      const message = (
        <Group justify="space-between" gap="xs">
          <LiveText>
            {words.replace(/[^.]$/, '$&.')} {leftOut}
          </LiveText>
          <Button size="compact-xs" variant="default" onClick={() => onShow(told)}>
            Show
          </Button>
        </Group>
      )
      notifications.update({ id: noticeId, message })
    })
    return () => {
      isCurrent = false
      notifications.update({ id: noticeId, message: <LiveText>{words}</LiveText> })
    }
  }, [told, isNarrowed])

  return {
    blockedBecause,
    isOpen,
    changeId,
    feedbackIds,
    draftId,
    wasOpen,
    open: () => setParams(withNew(), { replace: true }),
    openDraft: (of) => setParams(withNew(), { replace: true, state: handDraft(of) }),
    close: leave,
    onCreated: (result, isFormOpen) => {
      const { insightId, state } = result
      const color = state === 'done' ? 'green' : 'yellow'
      const title = otherWorkspaceLabel()
      const words = createdWords(result, environment)
      const message = <LiveText>{words}</LiveText>
      const noticeId = notifications.show({ message, color, role: 'status', ...(title ? { title } : {}) })
      if (!isHere.current) return
      setTold({ noticeId, insightId, words })
      setMarkedId(insightId)
      if (!isFormOpen) return
      const search = without().toString()
      const toInsight = (replace: boolean) =>
        void navigate({ pathname: `/insights/${insightId}`, search }, { replace, state: focusWanted })
      // Back leads to where the form was opened, not into the form.
      if (returnTo !== null) toInsight(true)
      else void Promise.resolve(navigate({ search }, { replace: true })).then(() => toInsight(false))
    },
    markedId,
  }
}
