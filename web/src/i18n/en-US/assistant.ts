export default {
  assistant: {
    title: 'Assistant',
    lead: 'Ask about your receivables, orders and dues, or how the portal works. It reads what you may read and changes nothing.',
    empty: 'Ask something, or choose one of the questions below.',
    ask: 'Your question',
    send: 'Ask',
    question1: 'What is overdue?',
    question2: 'How much can I finance?',
    question3: 'What falls due within 7 days?',
    question4: 'How do I upload invoices?',
  },
}
