// Runs before the first paint, so that a dark screen never flashes white.
document.documentElement.dataset.theme = localStorage.getItem('theme') === 'dark-1' ? 'dark-1' : 'light'
document.documentElement.lang = localStorage.getItem('_lang') === 'zh-CN' ? 'zh-CN' : 'en-US'
