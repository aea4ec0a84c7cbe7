// Settings of the console that can change without a new build.
// apiUrl: address of the API server, without a slash at the end; empty means the server that sent this page.
window.GREENROOM = { apiUrl: '' }
