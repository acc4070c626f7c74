// The whole sentences that a person reads here.
export const topicTexts = {
  unknownId: 'No topic has this ID in this workspace.',
  gone: 'This topic no longer exists in the service.',
  about: 'Open a topic by its ID.',
  noTopics: 'Open a topic by its ID. It stays readable offline.',
  selectTopic: 'Select a topic, or open another by its ID.',
} as const
