import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RelatedTo } from '../../../contract/features/listing'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import classes from './RecordToolbar.module.css'
import { relatedKinds } from './related-to'

interface Named {
  readonly title: string
  readonly hideContent: boolean
}

/** What the record is called; feedback is not asked about, as most of it has no title. */
function useNamed({ kind, id }: RelatedTo): Named | undefined {
  const { ref: workspace } = useWorkspace()
  const input = { workspace, id }
  const when = (wanted: RelatedTo['kind']) => ({ enabled: kind === wanted })
  const insight = useQuery({ ...queryOf('insights', 'get', input), ...when('insight') })
  const opportunity = useQuery({ ...queryOf('opportunities', 'get', input), ...when('opportunity') })
  const outcome = useQuery({ ...queryOf('outcomes', 'get', input), ...when('outcome') })
  const solution = useQuery({ ...queryOf('solutions', 'get', input), ...when('solution') })
  return { insight, opportunity, outcome, solution, feedback: { data: undefined } }[kind].data
}

interface RelatedChipProps {
  readonly relatedTo: RelatedTo
  readonly onClear: () => void
}

/** The list shows only what is related to one record; pressing this shows everything again. */
export function RelatedChip({ relatedTo, onClear }: RelatedChipProps) {
  const named = useNamed(relatedTo)
  const { one } = relatedKinds[relatedTo.kind]
  const what = relatedTo.kind === 'feedback' ? 'one piece of feedback' : `one ${one}`
  const name = named === undefined || named.hideContent ? what : `${one} “${named.title}”`
  return (
    <button
      type="button"
      className={classes.chip}
      data-on
      data-long
      aria-label={`Remove filter: of ${name}`}
      onClick={onClear}
    >
      <span className={classes.chipText} dir="auto">
        Of {name}
      </span>
      <IconX size={12} aria-hidden />
    </button>
  )
}
