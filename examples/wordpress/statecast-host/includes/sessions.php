<?php
/**
 * Sign-in and sessions. A session is one of WordPress's own (WP_Session_Tokens); the access token names it.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the calls of sessions.
 */
function statecast_register_sessions_routes() {
	$credentials = statecast_texts( array( 'username' => 250, 'password' => 4096 ) ) + array( 'remember_me' => array( 'default' => '' ) );
	statecast_route( 'custom-plugin/user-login', 'POST', 'statecast_sign_in', $credentials, 'statecast_check_xsrf' );
	statecast_route( 'custom-plugin/me', 'GET', 'statecast_read_me' );
	statecast_route( 'custom-plugin/logout', 'POST', 'statecast_sign_out' );
	statecast_route( 'custom-plugin/sessions', 'GET', 'statecast_read_sessions' );
	statecast_route( 'custom-plugin/sessions', 'DELETE', 'statecast_end_other_sessions' );
	statecast_route( 'custom-plugin/sessions/(?P<id>[A-Za-z0-9_-]+)', 'DELETE', 'statecast_end_session' );
}

/**
 * Returns the session of the bearer.
 *
 * The access token is `<user id>.<expiration>.<session token>`. Only the session token is secret.
 *
 * @return array|WP_Error `user_id` and `token`, or the refusal.
 */
function statecast_bearer_session() {
	// Apache with CGI passes the header under the second name only.
	$header = $_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? '';
	if ( '' === $header ) {
		return statecast_error( 'rest_not_logged_in', __( 'You are not currently logged in.' ), 401 );
	}
	if ( preg_match( '/^Bearer (\d{1,15})\.(\d{1,15})\.([A-Za-z0-9]+)$/', $header, $parts ) ) {
		list( , $user_id, $expiration, $token ) = $parts;
		if ( (int) $expiration < time() ) {
			return statecast_error( 'session_expired', __( 'Your session has expired.', 'statecast-host' ), 401 );
		}
		if ( WP_Session_Tokens::get_instance( (int) $user_id )->verify( $token ) ) {
			return array( 'user_id' => (int) $user_id, 'token' => $token );
		}
	}
	return statecast_error( 'session_invalid', __( 'Your session is not valid.', 'statecast-host' ), 401 );
}

/**
 * Makes the user of the bearer the current user.
 *
 * @param int|false $user_id User so far.
 * @return int|false
 */
function statecast_determine_current_user( $user_id ) {
	$session = statecast_bearer_session();
	return is_wp_error( $session ) ? $user_id : $session['user_id'];
}

/**
 * Compares the header XSRF with the cookie XSRF-TOKEN. The edge has done so before.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function statecast_check_xsrf( $request ) {
	$cookie = $_COOKIE['XSRF-TOKEN'] ?? '';
	if ( 'GET' === $request->get_method() || ( '' !== $cookie && hash_equals( $cookie, (string) $request->get_header( 'xsrf' ) ) ) ) {
		return true;
	}
	return statecast_error( 'rest_cookie_invalid_nonce', __( 'Cookie check failed' ), 403 );
}

/**
 * Allows a call with the bearer of an active session that names no other account.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function statecast_permit_caller( $request ) {
	$session = statecast_bearer_session();
	if ( is_wp_error( $session ) ) {
		return $session;
	}
	if ( isset( $request['user_id'] ) && (string) $request['user_id'] !== (string) $session['user_id'] ) {
		return statecast_error( 'rest_forbidden', __( 'Sorry, you are not allowed to do that.' ), 403 );
	}
	if ( isset( $request['email'] ) && 0 !== strcasecmp( trim( $request['email'] ), wp_get_current_user()->user_email ) ) {
		return statecast_error( 'rest_forbidden', __( 'Please use the email address of your account.', 'statecast-host' ), 403 );
	}
	return statecast_check_xsrf( $request );
}

/**
 * Adds what the list of sessions shows to a new session of WordPress.
 *
 * @param array $session Information so far.
 * @return array
 */
function statecast_attach_session_information( $session ) {
	$session['statecast_id'] = wp_generate_password( 12, false );
	if ( defined( 'STATECAST_EDGE_ADDRESS' ) && STATECAST_EDGE_ADDRESS === $_SERVER['REMOTE_ADDR'] ) {
		$address       = filter_var( $_SERVER['HTTP_X_FORWARDED_FOR'] ?? '', FILTER_VALIDATE_IP );
		$session['ip'] = $address ? $address : $_SERVER['REMOTE_ADDR'];
	}
	return $session;
}

/**
 * POST custom-plugin/user-login.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_sign_in( $request ) {
	// In a REST request WordPress would accept an application password here, too.
	remove_filter( 'authenticate', 'wp_authenticate_application_password', 20 );
	$user = wp_authenticate( $request['username'], $request['password'] );
	if ( is_wp_error( $user ) ) {
		return $user;
	}
	return statecast_start_session( $user, $request['remember_me'] );
}

/**
 * Opens a session for the device of this request.
 *
 * @param WP_User $user        User.
 * @param mixed   $remember_me The parameter of the call.
 * @return array
 */
function statecast_start_session( $user, $remember_me ) {
	$remember   = in_array( $remember_me, array( true, 'true', '1' ), true );
	$length     = $remember ? 14 * DAY_IN_SECONDS : 2 * DAY_IN_SECONDS;
	$expiration = time() + apply_filters( 'auth_cookie_expiration', $length, $user->ID, $remember );
	$token      = WP_Session_Tokens::get_instance( $user->ID )->create( $expiration );
	return array(
		'access_token'  => "$user->ID.$expiration.$token",
		// The contract has no call that uses it.
		'refresh_token' => wp_generate_password( 43, false ),
		'user'          => statecast_serialize_user( $user ),
	);
}

/**
 * GET custom-plugin/me.
 *
 * @return array
 */
function statecast_read_me() {
	return statecast_serialize_user( wp_get_current_user() );
}

/**
 * Serializes a user like PHP does, without the password hash and the reset key.
 *
 * @param WP_User $user User.
 * @return array
 */
function statecast_serialize_user( $user ) {
	$names = array( 'ID', 'user_login', 'user_nicename', 'user_email', 'user_url', 'user_registered', 'user_status', 'display_name' );
	$data  = wp_array_slice_assoc( $user->to_array(), $names ) + array( 'user_phone' => $user->user_phone );
	$roles = array( 'roles' => array_values( $user->roles ), 'filter' => null );
	return array( 'data' => array_map( 'strval', $data ) ) + $roles + get_object_vars( $user );
}

/**
 * POST custom-plugin/logout.
 *
 * @return array
 */
function statecast_sign_out() {
	$session = statecast_bearer_session();
	WP_Session_Tokens::get_instance( $session['user_id'] )->destroy( $session['token'] );
	return statecast_done( __( 'You are now logged out.' ) );
}

/**
 * GET custom-plugin/sessions. The newest sign-in first.
 *
 * @return array
 */
function statecast_read_sessions() {
	$bearer    = statecast_bearer_session();
	$manager   = WP_Session_Tokens::get_instance( $bearer['user_id'] );
	$current   = $manager->get( $bearer['token'] );
	$serialize = fn( $session ) => array(
		'id'      => $session['statecast_id'] ?? 'unknown',
		'current' => ( $session['statecast_id'] ?? '' ) === $current['statecast_id'],
	) + wp_array_slice_assoc( $session + array( 'ip' => '', 'ua' => '' ), array( 'ip', 'ua', 'login', 'expiration' ) );
	return array_map( $serialize, wp_list_sort( $manager->get_all(), 'login', 'DESC' ) );
}

/**
 * DELETE custom-plugin/sessions.
 *
 * @return array
 */
function statecast_end_other_sessions() {
	$session = statecast_bearer_session();
	WP_Session_Tokens::get_instance( $session['user_id'] )->destroy_others( $session['token'] );
	return statecast_done( __( 'All other devices are signed out.', 'statecast-host' ) );
}

/**
 * DELETE custom-plugin/sessions/{id}.
 *
 * WordPress ends a session by its token only, and stores no token. So this edits the user meta of its default store.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_end_session( $request ) {
	$user_id  = get_current_user_id();
	$sessions = array_filter( (array) get_user_meta( $user_id, 'session_tokens', true ) );
	$kept     = wp_list_filter( $sessions, array( 'statecast_id' => $request['id'] ), 'NOT' );
	if ( count( $kept ) === count( $sessions ) ) {
		return statecast_error( 'session_not_found', __( 'There is no such session.', 'statecast-host' ), 404 );
	}
	update_user_meta( $user_id, 'session_tokens', $kept );
	return statecast_done( __( 'The session has ended.', 'statecast-host' ) );
}
