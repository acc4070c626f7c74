export const topicPath = (id: string) => `/topics/${encodeURIComponent(id)}`
