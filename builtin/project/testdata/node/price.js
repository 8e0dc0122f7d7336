var step = 100;
exports.rounded = cents => Math.floor(cents / step) * step;
