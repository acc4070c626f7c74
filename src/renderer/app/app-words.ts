// The whole sentences that a person reads here.
export const appTexts = {
  keychainLocked:
    'The keychain is locked. Tokens, synced data, drafts and unsent changes are kept only until the app closes.',
  noKeychain:
    'No keychain is available. Tokens, synced data, drafts and unsent changes are kept only until the app closes.',
  keychainSilent:
    'The keychain isn’t responding. Tokens, synced data, drafts and unsent changes are kept only until the app closes.',
  libraryCrashed:
    'It crashed three times in a minute, so it wasn’t restarted automatically. Saved data and unsent changes are safe on this computer, and open forms keep what you typed. You can’t read, search or save until the library is running again.',
  libraryStoppedAgain:
    'It stopped again. Close programs that use a lot of memory and try again, or restart the app. A library that can’t be read is rebuilt at start, and unsent changes are kept.',
  libraryStopped: 'The local library has stopped. Nothing can be read or saved.',
} as const
