// Apart from the words of the shell, which are part of the first script.
export const libraryStoppedTexts = {
  crashed:
    'It crashed 3 times in a minute, so it wasn’t restarted automatically. Saved data and unsent changes are safe on this computer, and open forms keep what you typed. You can’t read, search or save until the library is running again.',
  stoppedAgain:
    'It stopped again. Close programs that use a lot of memory and try again, or restart the app. A library that can’t be read is rebuilt at start, and unsent changes are kept.',
} as const
