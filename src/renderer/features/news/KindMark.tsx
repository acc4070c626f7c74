import { IconGhost2, IconSparkles, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import type { NewsKind } from '../../../contract/features/news'
import classes from './news.module.css'
import { kindWords } from './news-words'

const icons = { new: IconSparkles, rising: IconTrendingUp, fading: IconTrendingDown, vanished: IconGhost2 } as const

export function KindMark({ kind }: { readonly kind: NewsKind }) {
  const Icon = icons[kind]
  return (
    <span className={classes.kind} data-kind={kind}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {kindWords[kind]}
    </span>
  )
}
