import { ActionIcon, Button, Checkbox, NumberInput, Text } from '@mantine/core'
import { clamp, useFocusTrap } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { columnWidth } from '../../../contract/limits'
import { announce } from '../../ui/announce'
import { toggled } from '../list-search'
import type { RecordKind } from '../record-kind'
import { listTexts } from '../record-words'
import { type Column, isResizable } from '../table/columns'
import { isAlwaysShown, movedId, orderedColumns, sortedExtra } from './arrange-columns'
import classes from './columns.module.css'
import { useColumnLayout } from './use-column-layout'

interface ColumnChoiceProps {
  readonly kind: RecordKind
  readonly columns: readonly Column<never>[]
  readonly sorting: string
}

/** Gives the focus back to a moved element: the browser takes it away when the element is put elsewhere. */
function useFocusOfMoved(order: string) {
  const button = useRef<HTMLButtonElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useLayoutEffect(() => {
    button.current?.focus()
    button.current = null
  }, [order])
  return button
}

export function ColumnChoice({ kind, columns, sorting }: ColumnChoiceProps) {
  const { layout, isDefault, change, setWidth, reset } = useColumnLayout(kind)
  const list = useRef<HTMLUListElement>(null)
  const shown = orderedColumns(columns, layout).filter(({ isActions }) => !isActions)
  const extra = sortedExtra(kind, sorting)
  const isFixed = (column: Column<never>) => isAlwaysShown(column) || column.id === extra
  const firstChoice = shown.find((column) => !isFixed(column))
  const ids = shown.map(({ id }) => id)
  const moved = useFocusOfMoved(ids.join())
  // Not the popover's own trap: that gives the focus away before this code is loaded.
  const trap = useFocusTrap()

  const move = (column: Column<never>, step: number) => {
    const order = movedId(ids, column.id, step)
    change({ order })
    announce(`${column.heading}: column ${order.indexOf(column.id) + 1} of ${order.length}`)
  }

  return (
    <div ref={trap} className={classes.choice}>
      <ul ref={list} className={classes.list} aria-label="Columns">
        {shown.map((column, index) => (
          <li key={column.id} className={classes.item}>
            <Grip list={list} index={index} onMove={(step) => move(column, step)} />
            <Checkbox
              size="xs"
              className={classes.name}
              label={column.heading}
              checked={isFixed(column) || !layout.hidden.includes(column.id)}
              disabled={isFixed(column)}
              {...(column === firstChoice ? { 'data-autofocus': true } : {})}
              onChange={() => change({ hidden: toggled(layout.hidden, column.id) })}
            />
            {isResizable(column) && (
              <WidthField
                heading={column.heading}
                width={layout.widths[column.id] ?? column.width ?? 0}
                onWidth={(width) => setWidth(column.id, width)}
              />
            )}
            {([-1, 1] as const).map((step) => {
              const isAtEnd = index + step < 0 || index + step >= shown.length
              const Arrow = step < 0 ? IconArrowUp : IconArrowDown
              return (
                <ActionIcon
                  key={step}
                  aria-label={`Move ${column.heading} ${step < 0 ? 'up' : 'down'}`}
                  // Still takes the focus: the press before may have been the last step.
                  {...(isAtEnd ? { 'aria-disabled': true, className: classes.atEnd } : {})}
                  onClick={({ currentTarget }) => {
                    if (isAtEnd) return
                    moved.current = currentTarget
                    move(column, step)
                  }}
                >
                  <Arrow size={14} aria-hidden />
                </ActionIcon>
              )
            })}
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Text size="xs" c="dimmed">
          {listTexts.hiddenColumns}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          {...(isDefault ? { 'aria-disabled': true, 'data-disabled': true } : {})}
          onClick={() => {
            if (isDefault) return
            reset()
            announce('Columns reset')
          }}
        >
          Reset
        </Button>
      </div>
    </div>
  )
}

interface GripProps {
  readonly list: RefObject<HTMLUListElement | null>
  readonly index: number
  readonly onMove: (step: number) => void
}

/** A handle for the pointer; the buttons of the row do the same. */
function Grip({ list, index, onMove }: GripProps) {
  const [isDragging, setIsDragging] = useState(false)
  const rowAt = ({ clientY }: PointerEvent) => {
    const rows = [...(list.current?.children ?? [])]
    const at = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    return clamp(at < 0 ? rows.length - 1 : at, 0, rows.length - 1)
  }
  return (
    <span
      aria-hidden
      className={classes.grip}
      data-dragging={isDragging || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsDragging(true)
      }}
      onPointerMove={(event) => {
        if (!isDragging) return
        const step = rowAt(event) - index
        if (step !== 0) onMove(step)
      }}
      onLostPointerCapture={() => setIsDragging(false)}
    >
      <IconGripVertical size={14} />
    </span>
  )
}

interface WidthFieldProps {
  readonly heading: string
  readonly width: number
  readonly onWidth: (width: number) => void
}

const step = 8

function WidthField({ heading, width, onWidth }: WidthFieldProps) {
  const [typed, setTyped] = useState<string | number | null>(null)
  return (
    <NumberInput
      size="xs"
      w={64}
      aria-label={`Width of ${heading} in pixels`}
      min={columnWidth.min}
      max={columnWidth.max}
      step={step}
      suffix=" px"
      allowDecimal={false}
      hideControls
      value={typed ?? width}
      onChange={(value) => {
        setTyped(value)
        const next = Number(value)
        if (value !== '' && next >= columnWidth.min && next <= columnWidth.max) onWidth(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
