window.trackmill = {};
