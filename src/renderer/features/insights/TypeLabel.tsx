import { IconBug, IconBulb, IconMessage2, IconTag } from '@tabler/icons-react'
import classes from './cells.module.css'
import { typeWord } from './insight-words'

const icons = new Map([
  ['Feedback', IconMessage2],
  ['Bug', IconBug],
  ['FeatureRequest', IconBulb],
])

/** Icon and word; where there is no room, the word is still read out. */
export function TypeLabel({ type }: { readonly type: string }) {
  const Icon = icons.get(type) ?? IconTag
  return (
    <span className={classes.type} data-type={type} title={typeWord(type)}>
      <Icon size={15} stroke={1.8} aria-hidden />
      <span className={classes.typeWord}>{typeWord(type)}</span>
    </span>
  )
}
