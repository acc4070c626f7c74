// What is said between the program whose memory is measured and the test that measures it.

/** On the command line of the program. */
export interface MemoryOrder {
  /** Folder of the library program. */
  readonly program: string
  readonly file: string
  readonly key: string
  readonly baseAddress: string
  readonly workspace: { readonly organisationId: string; readonly workspaceId: string }
  readonly syncs: number
  /** After how many of them it is measured for the first time. */
  readonly floorAfter: number
}

/** One line of standard output each, in bytes; `held` is heap and external memory after a collection. */
export interface Measured {
  readonly who: 'main' | 'library'
  readonly held: number
  readonly rss: number
}
