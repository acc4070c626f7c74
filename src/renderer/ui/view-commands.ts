// Commands that buttons of the view offer to the palette while they are on screen.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Binding } from './every-key'
import { createStore } from './store'

export interface ViewCommand {
  /** Stays when the label changes: the palette keeps the ids of recently used commands. */
  readonly id: string
  /** The object of the command. */
  readonly of: 'view' | 'selection' | 'record'
  readonly label: string
  /** Other words that a person may use for it. */
  readonly alsoCalled: string
  /** The key that does the same. */
  readonly binding?: Binding
  readonly run: () => void
}

const commands = createStore<readonly ViewCommand[]>([])

/** Offers a command for as long as the component is on screen; null: none just now. */
export function useViewCommand(command: ViewCommand | null): void {
  const run = useEffectEvent(() => command?.run())
  const { id, of = 'view', label = '', alsoCalled = '', binding } = command ?? {}
  useEffect(() => {
    if (id === undefined) return
    const offered = { id, of, label, alsoCalled, ...(binding && { binding }), run: () => run() }
    commands.set([...commands.get(), offered])
    return () => commands.set(commands.get().filter((other) => other !== offered))
  }, [id, of, label, alsoCalled, binding])
}

/** Opens what the button opens. Focuses the button first, to give it the focus back later: the palette is gone by then. */
export const openFrom = (button: RefObject<HTMLElement | null>, open: () => void) => () => {
  button.current?.focus()
  open()
}

export const useViewCommands = (): readonly ViewCommand[] => commands.use()
