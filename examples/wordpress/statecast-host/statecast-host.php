<?php
/**
 * Plugin Name: Statecast Host (Example)
 * Description: An example of the calls that Statecast makes to its host, written with WordPress's own functions.
 * Version:     1.0.0
 * Requires at least: 6.2
 * Requires PHP: 7.4
 * Text Domain: statecast-host
 *
 * This is an example. It has no payments and no streams, see README.md. Constants in wp-config.php configure it:
 *
 * - STATECAST_URL: the origin of the edge, for links in mail (`https://tv.example`). Default: home_url().
 * - STATECAST_SERVICE_KEY: the key of the membership service, at least 20 characters. Without it mp/v1 refuses every call.
 * - STATECAST_EDGE_ADDRESS: the IP address of the edge. Its X-Forwarded-For is the address of the client.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/** The parameters of a call that names its caller. statecast_permit_caller() compares them with the session. */
const STATECAST_USER_ID = array( 'user_id' => array( 'type' => 'integer', 'required' => true ) );
const STATECAST_SENDER  = STATECAST_USER_ID + array( 'email' => array( 'type' => 'string', 'required' => true ) );

require __DIR__ . '/includes/records.php';
foreach ( array( 'sessions', 'device', 'account', 'password', 'channels', 'support' ) as $statecast_part ) {
	require __DIR__ . "/includes/$statecast_part.php";
	add_action( 'rest_api_init', "statecast_register_{$statecast_part}_routes" );
}

// After the authentication by cookies (10) and by application passwords (20).
add_filter( 'determine_current_user', 'statecast_determine_current_user', 30 );
add_filter( 'attach_session_information', 'statecast_attach_session_information' );
add_filter( 'retrieve_password_message', 'statecast_reset_message', 10, 4 );
// WordPress ends no session of a plugin when the password changes.
add_action( 'after_password_reset', fn( $user ) => WP_Session_Tokens::get_instance( $user->ID )->destroy_all() );

// MemberPress Developer Tools serves mp/v1 itself.
add_action(
	'plugins_loaded',
	function () {
		if ( ! class_exists( 'MeprUser' ) ) {
			require __DIR__ . '/includes/membership.php';
			add_action( 'rest_api_init', 'statecast_register_membership_routes' );
		}
	}
);

/**
 * Registers one call of the contract.
 *
 * @param string   $path     Namespace and route, e.g. `channel/v2/faqs`.
 * @param string   $method   HTTP method.
 * @param callable $callback Returns the body, or a WP_Error.
 * @param array    $args     Parameters, as for register_rest_route().
 * @param callable $permit   Permission callback. Default: the bearer of an active session.
 */
function statecast_route( $path, $method, $callback, $args = array(), $permit = 'statecast_permit_caller' ) {
	preg_match( '#^(custom-plugin|\w+/v\d)(/.+)$#', $path, $parts );
	$route = array( 'methods' => $method, 'callback' => $callback, 'permission_callback' => $permit, 'args' => $args );
	register_rest_route( $parts[1], $parts[2], $route );
}

/**
 * Describes required text parameters. WordPress refuses a request that does not meet them.
 *
 * @param int[] $lengths Longest text in characters, by name.
 * @param array $extra   More keywords, e.g. `minLength`.
 * @return array
 */
function statecast_texts( $lengths, $extra = array() ) {
	return array_map( fn( $max ) => $extra + array( 'type' => 'string', 'required' => true, 'maxLength' => $max ), $lengths );
}

/**
 * Creates an error with an HTTP status.
 *
 * @param string $code    Code of the contract.
 * @param string $message Sentence for the user.
 * @param int    $status  HTTP status.
 * @return WP_Error
 */
function statecast_error( $code, $message, $status ) {
	return new WP_Error( $code, $message, array( 'status' => $status ) );
}

/**
 * Creates the response of a call that only confirms.
 *
 * @param string $message Sentence for the user.
 * @return array
 */
function statecast_done( $message ) {
	return array( 'success' => true, 'message' => $message );
}

/**
 * Returns a URL of the application.
 *
 * @param string $path Path that begins with a slash.
 * @return string
 */
function statecast_url( $path ) {
	return untrailingslashit( defined( 'STATECAST_URL' ) ? STATECAST_URL : home_url() ) . $path;
}
