// The whole sentences that a person reads here.
export const signInTexts = {
  changesToReview: 'Your unsent changes are kept. Once the token is accepted, review and send them.',
  changesToSend: 'Your unsent changes will be sent once the token is accepted.',
} as const
