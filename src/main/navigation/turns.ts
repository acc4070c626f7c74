// Requests to go elsewhere, one at a time. A link waits for whatever is under way and for dialogs over the page; while it
// waits, or something else runs, only the newest request is kept.

export interface TurnsDeps {
  /** Resolves when no dialog is open over the page; tells the person when that takes a while. */
  readonly whenDialogsClosed: () => Promise<void>
  /** Tells the person about a failure. Must not throw. */
  readonly onFailure: (error: unknown) => Promise<void>
}

export interface Turns {
  readonly isBusy: () => boolean
  /** Runs now, or after the running work, in place of any other that waits for it. */
  run(work: () => Promise<void>): Promise<void>
  /** Resolves when nothing runs and no dialog is open. */
  untilFree(): Promise<void>
}

export function createTurns({ whenDialogsClosed, onFailure }: TurnsDeps): Turns {
  let isBusy = false
  let next: (() => Promise<void>) | null = null
  let running: Promise<void> = Promise.resolve()

  async function runAll(first: () => Promise<void>): Promise<void> {
    isBusy = true
    for (let work: (() => Promise<void>) | null = first; work !== null; ) {
      await work().catch(onFailure)
      work = next
      next = null
    }
    isBusy = false
  }

  return {
    isBusy: () => isBusy,
    async run(work) {
      if (isBusy) {
        next = work
        return
      }
      running = runAll(work)
      await running
    },
    async untilFree() {
      await whenDialogsClosed()
      while (isBusy) {
        await running
        await whenDialogsClosed()
      }
    },
  }
}
