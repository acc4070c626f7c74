// The whole sentences that a person reads here.
export const signInTexts = {
  changesToReview: 'Your unsent changes are kept. Review them to send them once the token is accepted.',
  changesToSend: 'Your unsent changes will be sent once the token is accepted.',
  enterToken: 'Enter an access token.',
} as const
