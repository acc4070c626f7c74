// The whole sentences that a person reads here.
export const listTexts = {
  nothingLinked: 'Nothing else is linked to this.',
  nothingToExport: 'There’s nothing to export.',
  namesNotLoaded: 'Couldn’t load their names.',
  noMatch: 'Try fewer words or clear filters.',
  noKeychain:
    'The keychain isn’t available. Data synced with it isn’t lost: it returns when the app starts with the keychain. Data synced without it was removed when the app closed.',
  notSynced: 'This workspace hasn’t synced yet.',
  youStaySignedIn: 'You stay signed in.',
  offline: 'You’re offline. This needs a connection.',
  notFound: 'It was removed, is no longer linked to an insight, or belongs to another workspace.',
  onlyLinked: 'Only items linked to an insight appear here.',
  rising: 'Their score has risen noticeably since your last review.',
  tooMuchToCopy: 'Too much to copy at once. Select fewer rows.',
  noneSimilar: 'No insight is similar to this one.',
  hiddenColumns: 'Columns that don’t fit the window are hidden.',
  noChangesToSave: 'No changes to save.',
  whatViewKeeps: 'Keeps the search, filters, sort and columns. Only on this computer.',
  noSuchLabel: 'No such label.',
  laterDay: 'Choose a day after today.',
} as const
