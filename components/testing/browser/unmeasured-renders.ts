/** Read by React when it is loaded: in development it would record each render for the developer tools. */
Object.assign(console, { timeStamp: undefined, createTask: undefined });
