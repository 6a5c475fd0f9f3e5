import { useQuery } from '@tanstack/react-query'

/** The business date, as the server says it. */
export const useBusinessDate = () =>
  useQuery({
    queryKey: ['business-date'],
    queryFn: () =>
      fetch('/api/config')
        .then((answer) => answer.json())
        .then((envelope) => envelope.data.businessDate as string),
  })
