import { NativeSelect } from '@mantine/core'
import { useId } from 'react'
import classes from './priorities.module.css'

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** A choice of one in a few, after its label. */
export function Choice({ label, value, data, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <span className={classes.choice}>
      <label htmlFor={id}>{label}</label>
      <NativeSelect
        id={id}
        title={label}
        size="xs"
        maw={160}
        value={value}
        data={[...data]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </span>
  )
}
