export default {
  home: {
    morning: 'Good morning, {{name}}',
    afternoon: 'Good afternoon, {{name}}',
    evening: 'Good evening, {{name}}',
    lastVisit: 'Your last visit was {{when}}.',
    firstVisit: 'Welcome to Usance. Here is where to begin.',
    shortcuts: 'Go to',
    secure: 'Add a second factor',
    secureText: 'A code from your phone protects your account even if somebody learns your password.',
  },
}
